/** Waits for the end of an import that its upload started, and answers the upload with what became of it. */
import { isWorkedOn } from '@foyer/contracts/imports/import-states.rules.ts'
import { LISTED_ERRORS_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import type { Uploaded } from '@foyer/contracts/imports/upload-calls.ts'
import type { Response } from 'express'
import { nextRing } from '../../events/next-ring.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { dueImports, findImport, type ImportId, type KeptImport } from './imports.store.ts'
import { listLeftOut, problemWords } from './left-out.store.ts'
import { uploadedSoFar } from './new-import.ts'

/** Another process may do the work, and its commits ring no bell here. */
const LOOK_AGAIN_MS = 1000

interface Waiting extends ImportId {
  readonly res: Response
}

interface Answer {
  readonly status: number
  readonly reply: { readonly code: 'ok'; readonly data: Uploaded }
}

export async function awaitImport(
  { database, doorbell, config }: Pick<Services, 'database' | 'doorbell' | 'config'>,
  stopping: AbortSignal,
  { organizationId, importId, res }: Waiting,
): Promise<Answer> {
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  const ended = AbortSignal.any([stopping, gone.signal])
  const until = performance.now() + config.importWaitS * 1000
  for (;;) {
    const ring = nextRing(doorbell, dueImports.topic ?? '', organizationId)
    try {
      const answer = await database.read(organizationId, async (tx) => {
        const kept = await findImport(tx, { organizationId, importId })
        if (!kept) throw notFound()
        const isOver = performance.now() >= until || ended.aborted
        if (isWorkedOn(kept.state) && !isOver) return null
        const errors = kept.counts.errors + kept.outcome.refused === 0 ? [] : await listErrors(tx, kept)
        return answerOf(kept, errors)
      })
      if (answer) return answer
      await ring.wait(Math.min(LOOK_AGAIN_MS, Math.max(0, until - performance.now())), ended)
    } finally {
      ring.stop()
    }
  }
}

async function listErrors(tx: Parameters<typeof findImport>[0], kept: KeptImport): Promise<Uploaded['errors']> {
  const { organizationId, _id: importId, columns } = kept
  const rows = await listLeftOut(tx, { organizationId, importId }, { after: 0, limit: LISTED_ERRORS_MAX })
  return rows.map((left) => {
    const index = left.issues.find(({ level }) => level === 'error')?.column ?? null
    const header = index === null ? undefined : columns.find((column) => column.index === index)?.header
    return { row: left.row, message: problemWords(left), ...(header !== undefined && { column: header }) }
  })
}

function answerOf(kept: KeptImport, errors: Uploaded['errors']): Answer {
  const { state, problem, problemReason } = kept
  if (state === 'failed') throw refusalOf(problem ?? '', problemReason ?? 'unreadable_file')
  const data = uploadedSoFar(kept)
  const leftOut = data.failed - errors.length
  const reply = { code: 'ok' as const, data: { ...data, errors, ...(leftOut > 0 && { errorsLeftOut: leftOut }) } }
  return { status: isWorkedOn(state) ? 202 : 200, reply }
}

function refusalOf(problem: string, reason: NonNullable<KeptImport['problemReason']>): Refusal {
  return new Refusal(reason, problem, reason === 'not_valid' ? { issues: [{ path: 'file', message: problem }] } : {})
}
