/** Which of this browser's choices the server does not have yet. */
import type { Preferences } from '@foyer/contracts/inbox/preferences-calls.ts'

export type LocalChoices = Pick<Preferences, 'theme' | 'density' | 'shortcuts' | 'afterClosing'>

/**
 * The choices to save after one of them changed here; null for none. Before the first save the server has only defaults,
 * so all choices are saved: what the user sees is what follows them to another machine.
 */
export function changesOf(known: Preferences, here: LocalChoices): Partial<LocalChoices> | null {
  const { theme, density, shortcuts, afterClosing } = known
  if (areSame(known, here)) return null
  if (known.version === 0) return here
  return {
    ...(theme === here.theme ? {} : { theme: here.theme }),
    ...(density === here.density ? {} : { density: here.density }),
    ...(shortcuts === here.shortcuts ? {} : { shortcuts: here.shortcuts }),
    ...(afterClosing === here.afterClosing ? {} : { afterClosing: here.afterClosing }),
  }
}

export function areSame(one: LocalChoices, other: LocalChoices): boolean {
  return (
    one.theme === other.theme &&
    one.density === other.density &&
    one.shortcuts === other.shortcuts &&
    one.afterClosing === other.afterClosing
  )
}
