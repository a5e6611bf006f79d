/** The visible text of a count: "7", "99+". */
export const countText = (count: number): string => (count > 99 ? '99+' : String(count))
