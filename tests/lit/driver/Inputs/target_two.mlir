layout.target @npu
layout.target @large
