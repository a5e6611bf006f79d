/**
 * Detects messages that arrive late. On a slow connection messages queue up: they keep arriving without a pause, but
 * each one was sent long ago, and a head beacon in the same queue reveals nothing. So the tab asks the relay at
 * intervals. The answer comes after all earlier messages, so until it arrives they may be as old as the question.
 */
import { LIVE } from '@foyer/contracts/live.rules.ts'

interface Dependencies {
  /** Asks the relay. Any answer counts, even that the relay does not understand the question. */
  readonly ask: (answered: () => void) => void
  readonly isLate: (isLate: boolean) => void
  /** Called after so long without an answer that a new connection is quicker. */
  readonly isGone: () => void
}

/** Asks from `start()` on, one question at a time. */
export function createPulse({ ask, isLate, isGone }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let question = 0
  let late = false

  const wait = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  function put() {
    question += 1
    const mine = question
    wait(LIVE.lateMs, () => {
      late = true
      isLate(true)
      wait(LIVE.silenceMs - LIVE.lateMs, isGone)
    })
    ask(() => {
      if (mine !== question) return
      if (late) isLate(false)
      late = false
      wait(LIVE.pulseEveryMs, put)
    })
  }

  return {
    start() {
      if (question === 0 && timer === undefined) wait(LIVE.pulseEveryMs, put)
    },
    stop() {
      question = -1
      clearTimeout(timer)
    },
  }
}
