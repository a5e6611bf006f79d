import type { HeldReview } from '@foyer/contracts/listings/collections.rules.ts'
import { heldReview } from '@foyer/contracts/listings/collections.rules.ts'
import type { Review } from '@foyer/contracts/listings/reviews.ts'
import { createActor, fromPromise } from 'xstate'
import type { Api } from '../../api/client.ts'
import {
  type DraftRequest,
  type PostRequest,
  type RemoveRequest,
  type ReplyActor,
  replyMachine,
} from './reply.machine.ts'

interface ReplyDependencies {
  /** Makes calls with the listing token. */
  readonly api: Api
  readonly userId: string
  readonly newId: () => string
  /** Takes in the answer to a call of this person. */
  readonly onChanged: (epoch: string, reviews: readonly HeldReview[]) => void
}

const placeOf = ({ reviewId, foyer: { locationId: id } }: Review) => ({ id, reviewId })

/** [CALL-LISTINGS-07] [CALL-LISTINGS-08] Starts the machine of the reply to one review. */
export function startReply(review: Review, { api, userId, newId, onChanged }: ReplyDependencies): ReplyActor {
  const heard = ({ review: told, epoch }: { review: Review; epoch: string }) => {
    onChanged(epoch, [heldReview(told)])
    return told
  }
  const machine = replyMachine.provide({
    actors: {
      post: fromPromise<Review, PostRequest>(async ({ input: { review: to, text, seenVersion, tell, key } }) => {
        const body = { comment: text, seenVersion, ...(tell !== null && { tell }) }
        const { foyer } = await api('putReviewReply', { params: placeOf(to), body, idempotencyKey: key })
        return heard(foyer)
      }),
      save: fromPromise<Review, DraftRequest>(async ({ input: { review: to, text: comment, seenDraft } }) =>
        heard(await api('saveReviewDraft', { params: placeOf(to), body: { comment, seenDraft } })),
      ),
      remove: fromPromise<void, RemoveRequest>(async ({ input: { review: to, key } }) => {
        await api('deleteReviewReply', { params: placeOf(to), idempotencyKey: key })
      }),
    },
  })
  return createActor(machine, { input: { newId, userId, review } }).start()
}
