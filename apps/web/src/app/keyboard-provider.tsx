import { type ReactNode, useEffect, useState } from 'react'
import { createCommands } from '../lib/commands.ts'
import { createHandover } from '../lib/handover.ts'
import { localStore } from '../lib/local-store.ts'
import { Keyboard } from '../parts/keyboard.tsx'

/** The only key listener, above every page. Elements that handle a key themselves prevent its default. */
export function KeyboardProvider({ children }: { children: ReactNode }) {
  const [keyboard] = useState(() => ({ commands: createCommands(localStore(window)), handover: createHandover() }))
  const { press } = keyboard.commands
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [press])
  return <Keyboard value={keyboard}>{children}</Keyboard>
}
