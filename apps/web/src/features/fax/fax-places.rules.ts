import type { CommandPlace } from '../../parts/feature.ts'

export const placesOf = (): readonly CommandPlace[] => [
  { title: 'Sent faxes', words: 'fax delivered failed busy cancel', to: '/fax/sent' },
]

/** The form that sends an ended fax to another number. */
export const againPlace = (faxId: string) => `/fax?${new URLSearchParams({ again: faxId })}`
