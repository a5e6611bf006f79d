import type { CommandPlace } from '../../parts/feature.ts'

/** The addresses of campaigns, as the command bar finds them. */
export const placesOf = (): readonly CommandPlace[] => [
  { title: 'New campaign', words: 'text email many patients recall flu shots send', to: '/campaigns/new' },
]
