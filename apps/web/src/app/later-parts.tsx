import { useCallback, useEffect, useRef } from 'react'
import { useNotifier } from '../features/notifications/use-notifier.ts'
import { IdleWatch } from '../features/session/idle/idle-watch.tsx'
import { keepDeviceChoices } from '../lib/device-choices.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { useServices } from '../parts/services.tsx'

/** The parts that run beside the pages and that no first screen waits for. */
export function LaterParts() {
  useNotifier()
  return <IdleWatch onForgotten={useDeviceChoices()} />
}

/** Keeps the device's choices while somebody is signed in. The returned function writes them back. */
function useDeviceChoices(): () => void {
  const { theme } = useServices()
  const { commands } = useKeyboard()
  const held = useRef<ReturnType<typeof keepDeviceChoices>>(undefined)
  useEffect(() => {
    const choices = keepDeviceChoices(window)
    held.current = choices
    const ends = [theme.subscribe(choices.look), commands.subscribe(choices.look), choices.stop]
    return () => {
      for (const end of ends) end()
    }
  }, [theme, commands])
  return useCallback(() => held.current?.writeBack(), [])
}
