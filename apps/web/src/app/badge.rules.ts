/** The highest count that the favicon shows as a number. */
export const BADGE_MAX = 99

export function badgeText(count: number): string {
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count)
}
