import type { CommandPlace } from '../../parts/feature.ts'

export const placesOf = (): readonly CommandPlace[] => [
  { title: 'BI dashboards', words: 'looker business intelligence embed', to: '/dashboards/bi' },
]

export const biPlace = (id: string) => `/dashboards/bi/${encodeURIComponent(id)}`
