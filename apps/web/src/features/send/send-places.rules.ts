import type { CommandPlace } from '../../parts/feature.ts'

export const placesOf = (): readonly CommandPlace[] => [
  { title: 'Send a notification', words: 'text email one person notifications short link', to: '/notifications' },
]
