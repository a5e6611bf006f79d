import { createContext, use, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Command } from '../lib/commands.rules.ts'
import { type Commands, createCommands } from '../lib/commands.ts'
import { type Asked, createHandover, type Handover } from '../lib/handover.ts'

export interface KeyboardParts {
  commands: Commands
  handover: Handover
}

/** A part that stands alone, outside of the app, has commands that no key leads to. */
const alone: KeyboardParts = {
  commands: createCommands({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }),
  handover: createHandover(),
}

export const Keyboard = createContext<KeyboardParts>(alone)

export function useKeyboard(): KeyboardParts {
  return use(Keyboard)
}

/** What can be done by keyboard while this is on the screen. */
export function useCommands(commands: readonly Command[]): void {
  const { commands: registry } = useKeyboard()
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => registry.register(() => latest.current), [registry])
}

/** Takes over what another part of the app asks for, now or later; the receiver answers whether it did. */
export function useHandover(receiver: (asked: Asked) => boolean): void {
  const { handover } = useKeyboard()
  const latest = useRef(receiver)
  useEffect(() => {
    latest.current = receiver
  })
  useEffect(() => handover.receive((asked) => latest.current(asked)), [handover])
}

/** Whether single characters are shortcuts, and how to say so. */
export function useCharacterKeys(): [boolean, (on: boolean) => void] {
  const { commands } = useKeyboard()
  const on = useSyncExternalStore(commands.subscribe, commands.characters)
  return [on, commands.setCharacters]
}
