import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { ok, showPanelPart } from '../../../../test/panel-world.tsx'
import type { Act } from '../conversation-actions.actors.ts'
import { AssignChoices } from './assign-choices.tsx'

beforeEach(() => stubBrowser())
afterEach(() => forgetLives())

const me = { _id: 'usr_lena', name: 'Lena Kim' }
const dana = { _id: 'usr_dana', name: 'Dana Whitfield' }
const conversation = { ...conversationExample, id: 'c1', staffAssigned: [], team: null }

function Assigning({ onAct, id }: { onAct: Act; id: string }) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    )
  return (
    <AssignChoices
      conversation={{ ...conversation, id }}
      colleagues={[me, dana]}
      me={me}
      offline={false}
      onAct={onAct}
      onDone={() => setOpen(false)}
    />
  )
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Say why (optional)')
const open = () => userEvent.click(screen.getByRole('button', { name: 'Open' }))
const choose = () => userEvent.click(screen.getByRole('option', { name: /^Dana/ }))

test('reason of an assignment is in the field again until the server agreed', async () => {
  const answers: ((agreed: boolean) => void)[] = []
  const onAct = vi.fn<Act>((_, onAnswer) => onAnswer && answers.push(onAnswer))
  const answer = (agreed: boolean) => act(async () => answers.at(-1)?.(agreed))
  showPanelPart(<Assigning onAct={onAct} id="c1" />, {
    teams: () => ok([]),
    workload: () => ok({ staff: {}, teams: {} }),
  })
  await open()
  await userEvent.type(field(), 'You know her insurance.')
  await choose()
  expect(onAct.mock.lastCall?.[0]).toMatchObject({ kind: 'assign', staff: dana, note: 'You know her insurance.' })
  await answer(false)
  await open()
  expect(field().value).toBe('You know her insurance.')
  await choose()
  await answer(true)
  await open()
  expect(field().value).toBe('')
})
