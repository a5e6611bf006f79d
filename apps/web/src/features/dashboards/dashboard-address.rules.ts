/** The address of a dashboard: what it holds beside the open list: range, comparison, filter. */

export type ScoreFilter =
  | { readonly by: 'doctor'; readonly doctorId: string }
  | { readonly by: 'location'; readonly location: string }

export const IN_ADDRESS = ['range', 'compare', 'doctor', 'location'] as const
type Values = Readonly<Record<(typeof IN_ADDRESS)[number], string>>

/** The filter of the score card. A doctor comes before a location, because both at once are refused. */
export function filterOf({ doctor, location }: Pick<Values, 'doctor' | 'location'>): ScoreFilter | null {
  if (doctor !== '') return { by: 'doctor', doctorId: doctor }
  return location === '' ? null : { by: 'location', location }
}

/** The filter as calls have it. */
export function queryOfFilter(filter: ScoreFilter | null): { doctorId?: string; location?: string } {
  if (filter === null) return {}
  return filter.by === 'doctor' ? { doctorId: filter.doctorId } : { location: filter.location }
}

export function addressOfFilter(filter: ScoreFilter | null): Pick<Values, 'doctor' | 'location'> {
  return {
    doctor: filter?.by === 'doctor' ? filter.doctorId : '',
    location: filter?.by === 'location' ? filter.location : '',
  }
}

/** Numbers are compared with the range before unless the address says otherwise. */
export const isCompared = ({ compare }: Pick<Values, 'compare'>): boolean => compare !== 'off'
export const compareText = (compare: boolean): string => (compare ? '' : 'off')
