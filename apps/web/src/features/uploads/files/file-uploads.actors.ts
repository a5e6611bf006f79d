import { createActor, fromCallback, fromPromise } from 'xstate'
import { mayPass } from '../../../api/retry.rules.ts'
import { type FileEvent, type FileSent, fileMachine } from './file.machine.ts'
import { type FileUploadsActor, fileUploadsMachine } from './file-uploads.machine.ts'
import type { Match } from './targets.rules.ts'

export interface FileUpload {
  readonly file: File
  readonly targetId: string
  readonly idempotencyKey: string
  readonly onSent: (share: number) => void
}

export interface FileUploadsParts {
  /** The one call of a file. */
  readonly upload: (asked: FileUpload) => Promise<unknown>
  /** Finds the doctor or referral of a file whose name alone does not say it. */
  readonly look: (fileName: string, signal: AbortSignal) => Promise<Match>
  readonly newId: () => string
}

/** Starts the machine. Another try after a lost answer has the same key. */
export function startFileUploads({ upload, look, newId }: FileUploadsParts): FileUploadsActor {
  const keys = new Map<string, string>()
  const send = fromCallback<FileEvent, { file: File; targetId: string }, FileSent>(
    ({ sendBack, input: { file, targetId } }) => {
      let isGone = false
      const tell = (event: FileSent) => void (isGone || sendBack(event))
      const of = [file.name, file.size, file.lastModified, targetId].join(' ')
      const idempotencyKey = keys.get(of) ?? newId()
      keys.set(of, idempotencyKey)
      upload({ file, targetId, idempotencyKey, onSent: (share) => tell({ type: 'progress', share }) }).then(
        () => {
          keys.delete(of)
          tell({ type: 'sent' })
        },
        (error: unknown) => {
          if (!mayPass(error)) keys.delete(of)
          tell({ type: 'refused', error })
        },
      )
      return () => {
        isGone = true
      }
    },
  )
  const looking = fromPromise<Match, { fileName: string }>(({ input, signal }) => look(input.fileName, signal))
  const file = fileMachine.provide({ actors: { send, look: looking } })
  return createActor(fileUploadsMachine.provide({ actors: { file } })).start()
}
