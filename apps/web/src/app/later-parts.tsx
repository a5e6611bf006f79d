import { useEffect } from 'react'
import { useNotifier } from '../features/notifications/use-notifier.ts'
import { IdleWatch } from '../features/session/idle/idle-watch.tsx'
import { keepDeviceChoices } from '../lib/device-choices.ts'
import { useKeyboard } from '../parts/keyboard.tsx'
import { useParts } from '../parts/parts.tsx'

/** What goes on beside the pages, and what no first screen waits for. */
export function LaterParts() {
  useNotifier()
  useDeviceChoices()
  return <IdleWatch />
}

function useDeviceChoices() {
  const { theme } = useParts()
  const { commands } = useKeyboard()
  useEffect(() => {
    const { look, stop } = keepDeviceChoices(window)
    const ends = [theme.subscribe(look), commands.subscribe(look), stop]
    return () => {
      for (const end of ends) end()
    }
  }, [theme, commands])
}
