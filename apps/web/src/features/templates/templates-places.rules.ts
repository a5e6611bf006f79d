import type { CommandPlace } from '../../parts/feature.ts'

export const placesOf = (): readonly CommandPlace[] => [
  { title: 'New template', words: 'recurring texts emails recall birthday frequency', to: '/templates/new' },
]
