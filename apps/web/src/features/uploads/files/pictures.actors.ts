import { createActor, fromCallback } from 'xstate'
import { mayPass } from '../../../api/retry.rules.ts'
import { type FileEvent, type FileSent, fileMachine } from './file.machine.ts'
import { type PicturesActor, picturesMachine } from './pictures.machine.ts'

export interface FileUpload {
  readonly file: File
  readonly targetId: string
  readonly idempotencyKey: string
  readonly onSent: (share: number) => void
}

/** Starts the machine; `upload` makes the one call of a file. Another try after a lost answer has the same key. */
export function startPictures(upload: (asked: FileUpload) => Promise<unknown>, newId: () => string): PicturesActor {
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
  const machine = picturesMachine.provide({ actors: { file: fileMachine.provide({ actors: { send } }) } })
  return createActor(machine).start()
}
