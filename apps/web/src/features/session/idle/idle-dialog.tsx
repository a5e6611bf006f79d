import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { every } from '../../../lib/clock.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { IdleActor } from './idle.machine.ts'
import { type ClockReading, endingOf, leftMs, secondsWords, spokenSeconds } from './idle.rules.ts'

const WORDS = {
  idle: {
    title: 'Are you still there?',
    why: 'Foyer hasn’t been used in this browser for a while.',
    stay: 'Stay signed in',
    leave: 'Sign out now',
    safeFirst: true,
  },
  whole: {
    title: 'Sign in again to continue',
    why: 'You signed in 12 hours ago. For security, everyone signs in again after that.',
    stay: 'Continue until then',
    leave: 'Sign in again',
    // The session ends with either answer, so the main button is the one that lets the user continue.
    safeFirst: false,
  },
}

/** Asks before the session ends. An answer in any tab counts for all. */
export function IdleDialog({ idle, now }: { idle: IdleActor; now: () => ClockReading }) {
  const life = useSelector(idle, ({ context }) => context.life)
  const failed = useSelector(idle, ({ context }) => context.failed)
  const leaving = useSelector(idle, (state) => state.matches({ warning: 'leaving' }))
  const [, draw] = useState(0)
  useEffect(() => every(1_000, () => draw((times) => times + 1)), [])
  const seconds = life === null ? 0 : Math.max(0, Math.ceil(leftMs(life, now()) / 1_000))
  const [lead] = useState(seconds)
  const spoken = spokenSeconds(seconds, lead)
  if (life === null) return null
  const { title, why, stay, leave, safeFirst } = WORDS[endingOf(life)]
  return (
    <ConfirmDialog
      title={title}
      cancel={stay}
      confirm={leave}
      safeFirst={safeFirst}
      busy={leaving}
      error={failed ? 'The sign-in service did not answer. Try again.' : null}
      onConfirm={() => idle.send({ type: 'leave' })}
      onClose={() => idle.send({ type: 'stay' })}
    >
      <p>
        {why} You are signed out in <b className="font-semibold text-ink tabular-nums">{secondsWords(seconds)}</b>. What
        you wrote is kept as a draft.
      </p>
      <p role="status" className="sr-only">
        {spoken !== null && `You are signed out in ${secondsWords(spoken)}.`}
      </p>
    </ConfirmDialog>
  )
}
