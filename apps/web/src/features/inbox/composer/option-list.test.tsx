import { createRef, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OptionList } from './option-list.tsx'
import type { KeyHandler } from './use-composing.ts'

/** Without `act`, effects run when they do in a browser. */
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false
})
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true
})

test('option list takes a key in the moment when its options appear', async () => {
  const keys = createRef<KeyHandler>()
  const picked: string[] = []
  const host = document.body.appendChild(document.createElement('div'))
  const appeared = new Promise<boolean | undefined>((resolve) => {
    new MutationObserver(() => {
      resolve(keys.current?.({ key: 'Enter', shiftKey: false } as Parameters<KeyHandler>[0]))
    }).observe(host, { childList: true, subtree: true })
  })
  const root = createRoot(host)
  startTransition(() =>
    root.render(
      <OptionList
        listId="list"
        label="Colleagues"
        keys={keys}
        items={['Dana', 'Sam']}
        keyOf={(name) => name}
        onActive={() => undefined}
        onClose={() => undefined}
        onPick={(name) => picked.push(name)}
      >
        {(name) => name}
      </OptionList>,
    ),
  )
  expect(await appeared).toBe(true)
  expect(picked).toEqual(['Dana'])
  root.unmount()
  host.remove()
})
