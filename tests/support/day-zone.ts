/**
 * A time zone where it is about noon. Nothing of a campaign leaves at night on a patient's clock, and tests run at any hour by
 * the real clock.
 */
export function zoneWhereItIsDay(now = new Date()): string {
  const hour = now.getUTCHours()
  // The signs of these names are those of POSIX: Etc/GMT+5 is five hours behind UTC.
  return hour < 12 ? `Etc/GMT-${12 - hour}` : `Etc/GMT+${hour - 12}`
}
