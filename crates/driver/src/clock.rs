//! `__DATE__`, `__TIME__` and `__TIMESTAMP__`: the moment of compilation in
//! UTC, or the one `SOURCE_DATE_EPOCH` names, so that builds can be repeated.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment as C's macros spell it.
#[derive(Debug, PartialEq, Eq)]
pub struct Moment {
    /// `Jan  1 1970`
    pub date: String,
    /// `00:00:00`
    pub time: String,
    /// `Thu Jan  1 00:00:00 1970`
    pub timestamp: String,
}

impl Moment {
    /// Now, unless the environment says otherwise.
    pub fn now() -> Moment {
        let wanted = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Moment::at(wanted.unwrap_or_else(clock))
    }

    /// Seconds since 1970, cut at the year 9999.
    pub fn at(seconds: u64) -> Moment {
        const LATEST: u64 = 253_402_300_799;
        let seconds = seconds.min(LATEST);
        let (days, within) = (seconds / 86_400, seconds % 86_400);
        let (year, month, day) = civil(days);
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(days % 7) as usize];
        let month = MONTHS[month];
        let time = format!("{:02}:{:02}:{:02}", within / 3600, within / 60 % 60, within % 60);
        Moment {
            date: format!("{month} {day:>2} {year}"),
            timestamp: format!("{weekday} {month} {day:>2} {time} {year}"),
            time,
        }
    }
}

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Year, month from zero, and day of the month, by counting: at most some
/// eight thousand years.
fn civil(mut days: u64) -> (u64, usize, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 0;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::Moment;

    #[test]
    fn known_moments() {
        assert_eq!(Moment::at(0).timestamp, "Thu Jan  1 00:00:00 1970");
        assert_eq!(Moment::at(1_709_210_096).timestamp, "Thu Feb 29 12:34:56 2024");
        assert_eq!(Moment::at(4_107_542_400).date, "Mar  1 2100");
        assert_eq!(Moment::at(u64::MAX).date, "Dec 31 9999");
    }
}
