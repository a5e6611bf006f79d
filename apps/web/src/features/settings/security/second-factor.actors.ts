import { createActor, fromPromise } from 'xstate'
import type { AppServices } from '../../../parts/services.tsx'
import { withNewSession } from '../new-session.actors.ts'
import { type SecondFactorActor, type Secret, secondFactorMachine } from './second-factor.machine.ts'

interface SetUpOptions {
  readonly parts: Pick<AppServices, 'api' | 'token'>
  readonly onConfirmed: () => void
}

export function startSecondFactor({ parts, onConfirmed }: SetUpOptions): SecondFactorActor {
  const machine = secondFactorMachine.provide({
    actors: {
      begin: fromPromise<Secret, { password: string }>(async ({ input, signal }) => {
        return (await parts.api('beginSecondFactor', { body: input, signal })).data
      }),
      confirm: fromPromise<readonly string[], { code: string }>(async ({ input }) => {
        const { data } = await withNewSession(parts, () => parts.api('confirmSecondFactor', { body: input }))
        onConfirmed()
        return data.recoveryCodes
      }),
    },
  })
  return createActor(machine).start()
}
