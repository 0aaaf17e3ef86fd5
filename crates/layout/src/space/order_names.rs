//! The names of the usual orders, as VPUX spells them.
//!
//! The letters name the dims of activations (`NCHW`) or filters (`OIYX`). They do not distinguish orders: two names of
//! one permutation denote the same order. Only some names are printed; if an order has several, the first.

use super::order::DimsOrder;

/// A name of an order.
struct OrderName {
    name: &'static str,
    order: DimsOrder,
    is_printed: bool,
}

macro_rules! orders {
    ($($name:ident = $code:literal $($printed:ident)?,)*) => {
        impl DimsOrder {
            $(
                #[doc = concat!("The order named `", stringify!($name), "`, of code `", stringify!($code), "`.")]
                pub const $name: DimsOrder = DimsOrder::from_checked_code($code);
            )*
        }

        const NAMES: &[OrderName] = &[
            $(OrderName {
                name: stringify!($name),
                order: DimsOrder::$name,
                is_printed: orders!(@printed $($printed)?),
            },)*
        ];
    };
    (@printed printed) => { true };
    (@printed) => { false };
}

orders! {
    SCALAR = 0x0 printed,
    C = 0x1 printed,
    NC = 0x12 printed,
    CN = 0x21 printed,
    CHW = 0x123 printed,
    HWC = 0x231 printed,
    HCW = 0x213 printed,
    WHC = 0x321,
    CWH = 0x132,
    NCHW = 0x1234 printed,
    NHWC = 0x1342 printed,
    NHCW = 0x1324 printed,
    NWHC = 0x1432 printed,
    NWCH = 0x1423 printed,
    NCWH = 0x1243 printed,
    WCHN = 0x4231,
    WHNC = 0x4312,
    HWCN = 0x3421,
    HCNW = 0x3214,
    HNWC = 0x3142,
    CWNH = 0x2413,
    NCDHW = 0x12345 printed,
    NDHWC = 0x13452 printed,
    GNCHW = 0x12345,
    GNHWC = 0x12453 printed,
    GHNWC = 0x14253,
    OIYX = 0x1234,
    OYXI = 0x1342,
    YXOI = 0x3412 printed,
    GOIYX = 0x12345,
    GOYXI = 0x12453,
    IOYX = 0x2134,
}

impl DimsOrder {
    /// Returns the order with this name, in capitals; `None` if VPUX does not define the name.
    pub fn from_name(name: &str) -> Option<DimsOrder> {
        NAMES.iter().find(|named| named.name == name).map(|named| named.order)
    }

    /// Returns the name that VPUX prints for the order; `None` if it prints none. A filter in `OIYX` prints as `NCHW`.
    pub fn name(self) -> Option<&'static str> {
        NAMES.iter().find(|named| named.is_printed && named.order == self).map(|named| named.name)
    }

    /// Returns every known name, for messages that suggest one.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|named| named.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_in_the_table_is_valid() {
        assert_eq!(NAMES.len(), 32);
        for named in NAMES {
            assert_eq!(DimsOrder::from_code(named.order.code()), Ok(named.order), "{}", named.name);
            assert_eq!(DimsOrder::from_name(named.name), Some(named.order));
        }
    }

    #[test]
    fn each_order_prints_at_most_one_name() {
        assert_eq!(DimsOrder::OIYX.name(), Some("NCHW"));
        assert_eq!(DimsOrder::GOYXI.name(), Some("GNHWC"));
        assert_eq!(DimsOrder::IOYX.name(), None);
        assert_eq!(DimsOrder::from_name("nchw"), None);
        assert_eq!(DimsOrder::names().count(), 32);
    }
}
