/**
 * Whether what is heard is of now. On a line that carries less than is sent, one hears without a pause what left long ago,
 * and no beacon tells, since it stands in the same queue. So the relay is asked now and then: its answer comes behind all
 * that it said before, and until it is here one may be as old as the question.
 */
import { LIVE } from '@foyer/contracts/live.rules.ts'

interface Parts {
  /** Asks. Whatever the answer says, also that it isn't understood, it has come. */
  readonly ask: (answered: () => void) => void
  readonly isLate: (isLate: boolean) => void
  /** For so long without an answer that another connection is quicker. */
  readonly isGone: () => void
}

/** Asks from its start on, one question at a time. */
export function createPulse({ ask, isLate, isGone }: Parts) {
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
