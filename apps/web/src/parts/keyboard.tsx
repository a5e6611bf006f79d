import { createContext, use, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Command } from '../lib/commands.rules.ts'
import { type Commands, createCommands } from '../lib/commands.ts'
import { createHandover, type Handover, type HandoverRequest } from '../lib/handover.ts'

export interface KeyboardDependencies {
  commands: Commands
  handover: Handover
}

/** The default outside of the app: commands that no key runs. */
const alone: KeyboardDependencies = {
  commands: createCommands({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }),
  handover: createHandover(),
}

export const Keyboard = createContext<KeyboardDependencies>(alone)

export function useKeyboard(): KeyboardDependencies {
  return use(Keyboard)
}

/** Registers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const { commands: registry } = useKeyboard()
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => registry.register(() => latest.current), [registry])
}

/** Receives requests from other parts of the app, now or later; the receiver returns whether it took one. */
export function useHandover(receiver: (request: HandoverRequest) => boolean): void {
  const { handover } = useKeyboard()
  const latest = useRef(receiver)
  useEffect(() => {
    latest.current = receiver
  })
  useEffect(() => handover.receive((request) => latest.current(request)), [handover])
}

/** Returns whether single-character shortcuts are on, and the function that changes it. */
export function useCharacterKeys(): [boolean, (on: boolean) => void] {
  const { commands } = useKeyboard()
  const on = useSyncExternalStore(commands.subscribe, commands.characters)
  return [on, commands.setCharacters]
}
