/** The highest number that the tab's sign shows as it is. */
export const BADGE_MAX = 99

export function badgeText(count: number): string {
  return count > BADGE_MAX ? `${BADGE_MAX}+` : String(count)
}
