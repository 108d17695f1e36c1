//! Whole numbers, seven bits a byte.

/// Seven bits a byte, the lightest first; the top bit says that more follow.
pub(super) fn push_varint(out: &mut Vec<u8>, number: u64) {
    let mut rest = number;
    while rest > 0x7f {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// The same with a sign: bit 6 of the last byte.
pub(super) fn push_signed_varint(out: &mut Vec<u8>, number: i64) {
    let mut rest = number;
    while !(-64..64).contains(&rest) {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8 & 0x7f);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(number: i64, expected: &[u8]) {
        let mut bytes = Vec::new();
        push_signed_varint(&mut bytes, number);
        assert_eq!(bytes, expected, "{number}");
    }

    #[test]
    fn numbers_of_seven_bits_a_byte() {
        let mut bytes = Vec::new();
        for number in [0, 127, 128, u64::MAX] {
            push_varint(&mut bytes, number);
        }
        let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(bytes, [&[0, 127, 0x80, 1][..], &most].concat());
        check(63, &[63]);
        check(64, &[0xc0, 0]);
        check(-64, &[0x40]);
        check(-65, &[0xbf, 0x7f]);
    }
}
