import { useCallback, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useNotifier } from '../features/notifications/use-notifier.ts'
import { IdleWatch } from '../features/session/idle/idle-watch.tsx'
import { ShiftPart } from '../features/shift/shift-part.tsx'
import { onDensity } from '../lib/density.ts'
import { keepDeviceChoices } from '../lib/device-choices.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { useServices } from '../parts/services.tsx'
import { FollowPreferences } from './follow-preferences.tsx'
import type { LocalChoices } from './preference-changes.rules.ts'
import { useAppCommands } from './use-app-commands.ts'

interface LaterPartsProps {
  /** The choices with which the page began. */
  first: LocalChoices
}

/** The parts that run beside the pages and that no first screen waits for. */
export function LaterParts(props: LaterPartsProps) {
  const first = useRef<LocalChoices | null>(props.first)
  useNotifier()
  useAppCommands()
  const { activeOrgId, user } = useSnapshot(useServices().app.mainContext)
  const forgotten = useDeviceChoices()
  return (
    <>
      <IdleWatch onForgotten={forgotten} />
      <ShiftPart />
      {activeOrgId !== null && user !== null && (
        <FollowPreferences key={activeOrgId} organizationId={activeOrgId} userId={user._id} first={first} />
      )}
    </>
  )
}

/** Keeps the device's choices while somebody is signed in. The returned function hands them to the next page. */
function useDeviceChoices(): () => void {
  const { theme } = useServices()
  const { commands } = useKeyboard()
  const held = useRef<ReturnType<typeof keepDeviceChoices>>(undefined)
  useEffect(() => {
    const choices = keepDeviceChoices(window)
    held.current = choices
    const ends = [
      theme.subscribe(choices.look),
      commands.subscribe(choices.look),
      onDensity(choices.look),
      choices.stop,
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [theme, commands])
  return useCallback(() => held.current?.handOver(), [])
}
