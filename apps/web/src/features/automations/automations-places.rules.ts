import type { CommandPlace } from '../../parts/feature.ts'

/** The addresses of automations, as the command bar finds them. */
export const placesOf = (): readonly CommandPlace[] => [
  { title: 'Write an automation', words: 'new rule when then remind answer assign by itself', to: '/automations/new' },
  { title: 'Runs of automations', words: 'log history did waiting failed held', to: '/automations/runs' },
]
