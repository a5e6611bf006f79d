import type { CommandPlace } from '../../parts/feature.ts'

export const placesOf = (): readonly CommandPlace[] => [
  { title: 'Sent faxes', words: 'fax delivered failed busy cancel', to: '/fax/sent' },
]
