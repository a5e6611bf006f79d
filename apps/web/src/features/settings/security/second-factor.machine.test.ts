import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { type Secret, secondFactorMachine } from './second-factor.machine.ts'
import { codesLeftWords, inFours, recoveryText } from './security.rules.ts'

const secret = { secret: 'JBSWY3DPEHPK', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK' }
const refusal = new Error('no')

function start() {
  const given: unknown[] = []
  const machine = secondFactorMachine.provide({
    actors: {
      begin: fromPromise<Secret, { password: string }>(async ({ input }) => {
        given.push(input)
        if (input.password !== 'right') throw refusal
        return secret
      }),
      confirm: fromPromise<readonly string[], { code: string }>(async ({ input }) => {
        given.push(input)
        if (input.code !== '123456') throw refusal
        return ['a-1', 'b-2']
      }),
    },
  })
  const actor = createActor(machine).start()
  return { actor, given, settled: () => waitFor(actor, (state) => !state.hasTag('busy')) }
}

test('second factor machine asks for password and code, and forgets key and codes after their use', async () => {
  const { actor, given, settled } = start()
  actor.send({ type: 'password.given', password: 'right' })
  expect((await settled()).value).toBe('showing')
  expect(actor.getSnapshot().context.secret).toEqual(secret)
  actor.send({ type: 'code.given', code: '123456' })
  expect((await settled()).value).toBe('codes')
  expect(actor.getSnapshot().context).toEqual({ secret: null, recoveryCodes: ['a-1', 'b-2'], error: null })
  actor.send({ type: 'codes.kept' })
  expect(actor.getSnapshot().value).toBe('kept')
  expect(actor.getSnapshot().context.recoveryCodes).toEqual([])
  expect(given).toEqual([{ password: 'right' }, { code: '123456' }])
})

test('second factor machine asks again after a refusal and keeps the key', async () => {
  const { actor, settled } = start()
  actor.send({ type: 'password.given', password: 'wrong' })
  expect((await settled()).value).toBe('asking')
  expect(actor.getSnapshot().context.error).toBe(refusal)
  actor.send({ type: 'words.changed' })
  expect(actor.getSnapshot().context.error).toBeNull()
  actor.send({ type: 'password.given', password: 'right' })
  await settled()
  actor.send({ type: 'code.given', code: '000000' })
  expect((await settled()).value).toBe('showing')
  expect(actor.getSnapshot().context).toMatchObject({ error: refusal, secret })
})

test('recoveryText says what the codes are for', () => {
  expect(inFours('ABCDEFGHIJ')).toEqual(['ABCD', 'EFGH', 'IJ'])
  expect(recoveryText(['a-1', 'b-2'], 'ana@demo.test')).toBe(
    'Foyer recovery codes for ana@demo.test\nEach code works once, in place of a code from your app.\n\na-1\nb-2\n',
  )
})

test('codesLeftWords counts the codes, and warns when none is left', () => {
  expect([0, 1, 8].map(codesLeftWords)).toEqual([
    'You have no recovery codes left. Create new ones, or losing your phone will lock you out.',
    'One recovery code is left.',
    '8 recovery codes are left.',
  ])
})
