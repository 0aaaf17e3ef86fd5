//! Calls of the driver in the process of a test.

/// Returns the exit status, standard output and standard error of a call.
pub(crate) fn call(args: &[&str], mut stdin: &[u8]) -> (i32, String, String) {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut stdin, &mut stdout, &mut stderr);
    let text = |bytes| String::from_utf8(bytes).expect("the driver writes UTF-8");
    (status, text(stdout), text(stderr))
}

/// Returns standard output and standard error of a call that must succeed.
#[track_caller]
pub(crate) fn succeed(args: &[&str], stdin: &str) -> (String, String) {
    let (status, stdout, stderr) = call(args, stdin.as_bytes());
    assert_eq!(status, 0, "{args:?}: {stderr}");
    (stdout, stderr)
}
