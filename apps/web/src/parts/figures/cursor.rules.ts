/** The place of the keyboard in a chart: a column, and one of its series. */

export interface Cursor {
  readonly place: number
  readonly series: number
}

export interface Extent {
  readonly places: number
  readonly series: number
}

/** The cursor after a key, null once Escape leaves the chart, and undefined for a key that the chart doesn't know. */
export function moved(cursor: Cursor, key: string, { places, series }: Extent): Cursor | null | undefined {
  const to = (place: number) => ({ ...cursor, place: Math.min(Math.max(place, 0), places - 1) })
  switch (key) {
    case 'ArrowLeft':
      return to(cursor.place - 1)
    case 'ArrowRight':
      return to(cursor.place + 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(places - 1)
    case 'ArrowUp':
      return { ...cursor, series: (cursor.series + series - 1) % series }
    case 'ArrowDown':
      return { ...cursor, series: (cursor.series + 1) % series }
    case 'Escape':
      return null
    default:
      return undefined
  }
}

/** Another range may have fewer columns. */
export const kept = ({ place, series }: Cursor, extent: Extent): Cursor => ({
  place: Math.min(place, extent.places - 1),
  series: Math.min(series, extent.series - 1),
})
