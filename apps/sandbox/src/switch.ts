/** Settings of a simulated service that its page shows and changes. */
export interface Switch<Settings> {
  now(): Settings
  change(to: Partial<Settings>): Settings
  watch(listener: (settings: Settings) => void): () => void
}

export function createSwitch<Settings extends object>(first: Settings): Switch<Settings> {
  let settings = first
  const watchers = new Set<(settings: Settings) => void>()
  return {
    now: () => settings,
    change(to) {
      settings = { ...settings, ...to }
      for (const listener of watchers) listener(settings)
      return settings
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
}
