import { newer } from '@foyer/contracts/collection.rules.ts'
import type { Preferences } from '@foyer/contracts/inbox/preferences-calls.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { chooseAfterClosing, onAfterClosing } from '../lib/after-closing.ts'
import { chooseDensity, onDensity } from '../lib/density.ts'
import { useStable } from '../lib/use-stable.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { useServices } from '../parts/services.tsx'
import { usePreferences } from '../parts/use-preferences.ts'
import { localChoices } from './local-choices.ts'
import { areSame, changesOf, type LocalChoices } from './preference-changes.rules.ts'

interface FollowPreferencesProps {
  organizationId: string
  userId: string
  /**
   * The choices with which the page began. The first organization that is read takes them: what differs by then was chosen
   * in the meantime.
   */
  first: RefObject<LocalChoices | null>
}

/**
 * Keeps this browser's choices and the preferences on the server the same. The browser knows its choices before the first
 * paint, so nothing flashes; the server brings those of another machine. A choice made anywhere on the page is saved.
 */
export function FollowPreferences({ organizationId, userId, first }: FollowPreferencesProps) {
  const { theme } = useServices()
  const { commands } = useKeyboard()
  const { own, save } = usePreferences(organizationId)
  /** What the server holds, as far as this tab knows; null until it was read. */
  const known = useRef<Preferences | null>(null)
  const applying = useRef(false)
  const saving = useRef(0)
  /** The choices that could not be saved, such as those of an offline time. */
  const unsaved = useRef<Partial<LocalChoices>>({})

  const choices = () => localChoices({ theme, commands, userId })
  const [atMount] = useState(choices)
  /** The choices that were followed last. The keyboard tells of other changes too, such as commands whose code has loaded. */
  const seen = useRef(atMount)

  const apply = useStable(() => {
    // An answer that is overtaken by a later choice must not undo it.
    if (!known.current || known.current.version === 0 || saving.current > 0) return
    const { theme: look, density: rows, shortcuts, afterClosing } = known.current
    const here = choices()
    applying.current = true
    if (here.theme !== look) theme.choose(look)
    if (here.density !== rows) chooseDensity(rows)
    if (here.shortcuts !== shortcuts) commands.setCharacters(shortcuts)
    if (here.afterClosing !== afterClosing) chooseAfterClosing(userId, afterClosing)
    applying.current = false
  })

  const settle = useStable(() => {
    if (Object.keys(unsaved.current).length > 0) return
    // Another screen may have saved since, and the answers to two choices may arrive in either order.
    if (own && known.current) known.current = newer(known.current, own)
    apply()
  })

  const send = useStable((change: Partial<LocalChoices>) => {
    const asked = { ...unsaved.current, ...change }
    unsaved.current = {}
    saving.current += 1
    save(asked)
      .then((saved) => {
        known.current = saved
      })
      // The choice holds in this browser, and the next read or choice saves it.
      .catch(() => {
        unsaved.current = { ...asked, ...unsaved.current }
      })
      .finally(() => {
        saving.current -= 1
        settle()
      })
  })

  const follow = useStable(() => {
    const here = choices()
    const isChosen = !areSame(seen.current, here)
    seen.current = here
    if (applying.current || !known.current) return
    // The device may still hold the choices of the person before.
    if (known.current.version === 0 && !isChosen) return
    // A person's first choice is saved even if it is the default, which the device did not show.
    const change = known.current.version === 0 ? here : changesOf(known.current, here)
    if (change === null) return
    known.current = { ...known.current, ...change, version: Math.max(1, known.current.version) }
    send(change)
  })

  const take = useStable((read: Preferences) => {
    if (saving.current > 0) return
    if (known.current === null) {
      unsaved.current = changesOf({ ...read, ...(first.current ?? atMount) }, choices()) ?? {}
      first.current = null
    }
    known.current = { ...read, ...unsaved.current }
    apply()
    if (Object.keys(unsaved.current).length > 0) send({})
  })

  useEffect(() => {
    if (own) take(own)
  }, [own, take])

  useEffect(() => {
    const ends = [theme.subscribe(follow), commands.subscribe(follow), onDensity(follow), onAfterClosing(follow)]
    return () => {
      for (const end of ends) end()
    }
  }, [theme, commands, follow])

  return null
}
