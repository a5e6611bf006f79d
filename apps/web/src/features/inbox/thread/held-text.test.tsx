import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { type Scheduled, scheduledExample } from '@foyer/contracts/inbox/scheduled.ts'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { now, ok, showPanelPart, timezone } from '../../../../test/panel-world.tsx'
import { createCommands } from '../../../lib/commands.ts'
import { createHandover } from '../../../lib/handover.ts'
import { Keyboard } from '../../../parts/keyboard.tsx'
import type { ComposerActor } from '../composer/composer.machine.ts'
import { HeldText } from './held-text.tsx'
import { heldCommands } from './scheduled.rules.ts'

beforeEach(() => stubBrowser())
afterEach(() => forgetLives())

const held: Scheduled = { ...scheduledExample, _id: 's1', status: 'held', message: 'Please come fasting.' }
const composer = {
  getSnapshot: () => ({ context: { screen: () => ({ seen: 7, messages: [] }), newId: () => 'key1' } }),
} as unknown as ComposerActor

function open(offline = false) {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const keyboard = { commands: createCommands(storage), handover: createHandover() }
  const view = { text: held, conversation: conversationExample, composer, userId: 'usr_lena', now, timezone }
  const shown = showPanelPart(
    <Keyboard value={keyboard}>
      <HeldText {...view} phone={false} offline={offline} onChanged={vi.fn()} />
    </Keyboard>,
    {
      keepScheduledMessage: () => ok({ ...held, status: 'waiting' }),
      cancelScheduledMessage: () => ok({ ...held, status: 'cancelled' }),
    },
  )
  const offered = () => keyboard.commands.list(null).map(({ title, detail, why }) => [title, detail, why])
  return { ...shown, offered, run: (id: string) => act(async () => keyboard.commands.run(id)) }
}

test('decisions about a held text are in the command bar [DESIGN-13]', async () => {
  const { offered, run, of } = open()
  expect(offered()).toEqual([
    ['Held text: keep', 'Please come fasting.', undefined],
    ['Held text: edit', 'Please come fasting.', undefined],
    ['Held text: cancel', 'Please come fasting.', undefined],
  ])
  await run('held keep s1')
  expect(of('keepScheduledMessage')[0]?.body).toMatchObject({ _id: 's1', now: false, seenVersion: 7 })
  await run('held cancel s1')
  expect(of('cancelScheduledMessage')).toHaveLength(1)
  await run('held edit s1')
  await screen.findByRole('dialog', { name: 'Edit the text' })
})

test('decisions about a held text say in the command bar why they wait, and wait while offline', async () => {
  const { offered, run, of } = open(true)
  const why = 'You are offline. Deciding waits until you are back.'
  expect(offered().map(([, , reason]) => reason)).toEqual([why, why, why])
  await run('held cancel s1')
  expect(of('cancelScheduledMessage')).toEqual([])
})

test('heldCommands offers to send a text now when its time has passed', () => {
  expect(heldCommands(held, true).map(({ title }) => title)).toEqual([
    'Held text: send now',
    'Held text: edit',
    'Held text: cancel',
  ])
})
