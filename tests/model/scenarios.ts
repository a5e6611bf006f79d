/** What is explored: how it begins, and how often each thing may happen. */
import type { Budget, Scenario } from './world.ts'

const one = (budget: Budget, more: Partial<Scenario> = {}): Scenario => {
  return { relays: 1, ringEvents: 10, begins: 'live', budget, ...more }
}

export const scenarios: Record<string, Scenario> = {
  'a tab begins while things change': one({ change: 2 }, { begins: 'atOnce' }),
}

export const deepScenarios: Record<string, Scenario> = {
  ...scenarios,
}
