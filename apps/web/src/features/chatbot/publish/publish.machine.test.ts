import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { HasProblems, missingOf, type PublishRequest, publishMachine } from './publish.machine.ts'

const warning: Finding = { code: 'no_human', severity: 'warning', nodeId: null, message: 'No block hands over.' }
const error: Finding = { code: 'dead_end', severity: 'error', nodeId: 'help', port: 'bill', message: 'Goes nowhere.' }

function publishing(findings: readonly Finding[] | Error, answers: readonly (number | Error)[] = []) {
  const asked: PublishRequest[] = []
  const left = [...answers]
  const machine = publishMachine.provide({
    actors: {
      check: fromPromise(async () => {
        if (findings instanceof Error) throw findings
        return findings
      }),
      publish: fromPromise<{ readonly number: number }, PublishRequest>(async ({ input }) => {
        asked.push(input)
        const answer = left.shift()
        if (typeof answer !== 'number') throw answer
        return { number: answer }
      }),
    },
  })
  const actor = createActor(machine, { input: { key: 'k1' } }).start()
  return { actor, asked, state: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context }
}

test('publishing stops at an error', async () => {
  const { actor, state, context } = publishing([error, warning])
  await expect.poll(state).toBe('problems')
  actor.send({ type: 'PUBLISH' })
  expect(state()).toBe('problems')
  expect(context().findings).toEqual([error, warning])
})

test('publishing asks for each tick and for a note, then makes a version', async () => {
  const { actor, asked, state, context } = publishing([warning], [4])
  await expect.poll(state).toBe('noting')
  actor.send({ type: 'PUBLISH' })
  expect(context().isTried).toBe(true)
  expect(missingOf(context())).toBe('Tick each warning first.')
  actor.send({ type: 'TICK', finding: warning, isTicked: true })
  expect(missingOf(context())).toBe('Say what is new in this version.')
  actor.send({ type: 'TICK', finding: warning, isTicked: false })
  actor.send({ type: 'TICK', finding: warning, isTicked: true })
  actor.send({ type: 'NOTE', note: ' Bills ' })
  actor.send({ type: 'PUBLISH' })
  await expect.poll(state).toBe('done')
  expect(asked).toEqual([{ note: 'Bills', key: 'k1' }])
  expect(context().number).toBe(4)
})

test('publishing shows what the server finds, and what it refuses', async () => {
  const found = publishing([], [new HasProblems([error])])
  await expect.poll(found.state).toBe('noting')
  found.actor.send({ type: 'NOTE', note: 'Bills' })
  found.actor.send({ type: 'PUBLISH' })
  await expect.poll(found.state).toBe('problems')
  expect(found.context().findings).toEqual([error])
  const refused = publishing(new Error('Offline'))
  await expect.poll(refused.state).toBe('refused')
  refused.actor.send({ type: 'AGAIN' })
  expect(refused.state()).toBe('checking')
})
