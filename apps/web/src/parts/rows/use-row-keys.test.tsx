import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createCommands } from '../../lib/commands.ts'
import { createHandover } from '../../lib/handover.ts'
import { Keyboard } from '../keyboard.tsx'
import { useRowKeys } from './use-row-keys.ts'

let leave: () => void = () => undefined
afterEach(() => {
  leave()
  cleanup()
})

const rows = [{ id: 'a' }, { id: 'b', fixed: true }, { id: 'c' }]
const nowhere = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

function show(openId: string | null = null) {
  const acted: string[] = []
  const commands = createCommands(nowhere)
  function List() {
    const [ids, change] = useState<ReadonlySet<string>>(new Set())
    useRowKeys({
      ...{ noun: 'row', attribute: 'data-row-id', rows, openId, selection: { ids, change } },
      rowId: ({ id }) => id,
      keys: [
        { id: 'act', title: 'Act', keys: ['y'], holds: (row) => row.fixed !== true, run: ({ id }) => acted.push(id) },
      ],
    })
    return (
      <>
        {rows.map(({ id }) => (
          <p key={id} data-row-id={id} tabIndex={-1}>
            {ids.has(id) ? 'chosen' : ''}
          </p>
        ))}
      </>
    )
  }
  const view = render(
    <Keyboard value={{ commands, handover: createHandover() }}>
      <List />
    </Keyboard>,
  )
  document.addEventListener('keydown', commands.press)
  leave = () => document.removeEventListener('keydown', commands.press)
  return { ...view, acted, focused: () => document.activeElement?.getAttribute('data-row-id') }
}

test('useRowKeys moves the focus row by row, from the first one on, and stops at the ends', async () => {
  const { focused } = show()
  const steps: unknown[] = []
  for (const key of 'jjjjk') {
    await userEvent.keyboard(key)
    steps.push(focused())
  }
  expect(steps).toEqual(['a', 'b', 'c', 'c', 'b'])
})

test('useRowKeys acts on the focused row, else on the open one, where the key holds', async () => {
  const { acted } = show('c')
  await userEvent.keyboard('yjyjy')
  expect(acted).toEqual(['c', 'a'])
})

test('useRowKeys selects the focused row with X, and takes it out again', async () => {
  const { container } = show()
  await userEvent.keyboard('x')
  expect(container.textContent).toBe('')
  await userEvent.keyboard('jx')
  expect(container.textContent).toBe('chosen')
  await userEvent.keyboard('x')
  expect(container.textContent).toBe('')
})
