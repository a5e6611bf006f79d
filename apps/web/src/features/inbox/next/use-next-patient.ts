import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import { useCommands, useKeyboard } from '../../../parts/keyboard.tsx'
import { useApi } from '../../../parts/services.tsx'
import { offlineWords } from '../../../parts/use-offline.ts'
import { notifyError, notifyLoadFailed } from '../../../ui/notify.tsx'
import type { Inbox } from '../inbox.actors.ts'
import { KEYS } from '../keys.rules.ts'
import type { InboxAddress } from '../use-inbox-address.ts'
import type { NextPatientWalk, startNextPatient, WalkView } from './next-patient.actors.ts'

interface NextPatientOptions {
  inbox: Inbox
  address: InboxAddress
  organizationId: string
  offline: boolean
}

export interface NextPatient extends WalkView {
  /** Null before it was first asked for. */
  walk: NextPatientWalk | null
  ask: () => void
}

const NO_WALK: WalkView = { heldId: null, lost: false, handled: false, shows: false }

/** "Next patient" of this tab. Its code is loaded when it is first asked for. */
export function useNextPatient({ inbox, address, organizationId, offline }: NextPatientOptions): NextPatient {
  const openId = address.conversationId
  const api = useApi()
  const { commands } = useKeyboard()
  const [start, setStart] = useState<typeof startNextPatient | null>(null)
  const [walk, setWalk] = useState<NextPatientWalk | null>(null)
  /** The key was pressed before the code was there. A walk that begins later, in another inbox, asks only when asked. */
  const isAsked = useRef(false)
  const view = useSyncExternalStore(walk?.subscribe ?? nothing, walk?.view ?? none)

  const ask = useStable(() => {
    if (offline) notifyError(offlineWords('The next patient'))
    else if (walk !== null) walk.actor.send({ type: 'next.requested', openId })
    else {
      isAsked.current = true
      import('./next-patient.actors.ts').then(
        ({ startNextPatient }) => setStart(() => startNextPatient),
        notifyLoadFailed,
      )
    }
  })
  const begin = useStable((make: typeof startNextPatient) => {
    const made = make({
      ...{ api, organizationId, inbox, newId: () => crypto.randomUUID(), page: document },
      ...{ onOpen: address.open, onFinished, onFailed, pauseKeys: commands.pause },
    })
    if (isAsked.current) made.actor.send({ type: 'next.requested', openId })
    isAsked.current = false
    return made
  })
  const onFinished = useStable(() => {
    if (openId !== null) address.leave()
  })
  const onFailed = useStable(() => {
    if (openId !== null) notifyError('The next patient did not open')
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another inbox is another walk
  useEffect(() => {
    if (start === null) return
    const made = begin(start)
    setWalk(made)
    return () => {
      made.stop()
      setWalk(null)
    }
  }, [start, inbox, begin])
  useEffect(() => walk?.actor.send({ type: 'screen.moved', openId }), [walk, openId])

  useCommands([{ ...KEYS.nextPatient, run: ask }])
  return { ...view, walk, ask }
}

const nothing = () => () => undefined
const none = () => NO_WALK
