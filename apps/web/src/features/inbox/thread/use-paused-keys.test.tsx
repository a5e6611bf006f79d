import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCommands } from '../../../lib/commands.ts'
import { createHandover } from '../../../lib/handover.ts'
import { Keyboard } from '../../../parts/keyboard.tsx'
import type { ThreadActor } from './thread.machine.ts'
import { usePausedKeys } from './use-paused-keys.ts'

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function threadOf(conversationId: string) {
  let isBusy = true
  const listeners = new Set<(state: unknown) => void>()
  const getSnapshot = () => ({ hasTag: () => isBusy, context: { conversationId } })
  const subscribe = (listener: (state: unknown) => void) => {
    listeners.add(listener)
    return { unsubscribe: () => listeners.delete(listener) }
  }
  return {
    thread: { getSnapshot, subscribe } as unknown as ThreadActor,
    load() {
      isBusy = false
      for (const listener of listeners) listener(getSnapshot())
    },
  }
}

test('usePausedKeys tells the keys the shown conversation, and its painted messages, until the thread goes', () => {
  const commands = createCommands(storage)
  const [movedTo, shown] = [vi.spyOn(commands, 'movedTo'), vi.spyOn(commands, 'shown')]
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Keyboard value={{ commands, handover: createHandover() }}>{children}</Keyboard>
  )
  const [first, second] = [threadOf('c1'), threadOf('c2')]
  const view = renderHook(({ thread }) => usePausedKeys(thread), { wrapper, initialProps: first })
  view.rerender(second)
  act(() => first.load())
  act(() => second.load())
  expect(shown).not.toHaveBeenCalled()
  vi.advanceTimersToNextFrame()
  vi.runAllTimers()
  expect(shown.mock.calls).toEqual([['c2']])
  view.unmount()
  expect(movedTo.mock.calls).toEqual([['c1'], ['c2'], [null]])
})
