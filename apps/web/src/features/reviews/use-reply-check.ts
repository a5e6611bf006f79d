import type { Finding, Linted } from '@foyer/contracts/listings/finding.rules.ts'
import type { Review } from '@foyer/contracts/listings/reviews.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { lengthProblem, placedIn, stillIn } from './reply.rules.ts'

/** The check waits for this pause in typing. */
const CHECK_AFTER_MS = 1_000

interface ReplyCheck {
  /** The server's findings about this text; undefined while there are none and if the check failed. */
  readonly linted: Linted | undefined
  /** The findings of the check before whose words still stand. */
  readonly kept: readonly Finding[]
  /** From the key on until the server has answered. */
  readonly isChecking: boolean
}

/** The newest check that was answered. */
interface Checked {
  readonly data: unknown
  readonly reviewId: string
  readonly text: string
  readonly findings: readonly Finding[]
}

/**
 * Checks a reply on the server while it is typed, because only the server knows the names of patients. The next key
 * ends the check. An empty text is not checked. A failure stays quiet: posting checks the reply again.
 */
export function useReplyCheck(organizationId: string, review: Review, text: string): ReplyCheck {
  const api = useListingsApi(organizationId)
  const isChecked = text.trim() !== '' && lengthProblem(text) === null
  const still = useHeldValue(text, CHECK_AFTER_MS)
  const { reviewId } = review
  const { locationId } = review.foyer
  // Another key at each change ends the call about the text before.
  const asked = isChecked && still === text ? text : ''
  const { data, isFetching } = useQuery({
    queryKey: ['replyCheck', organizationId, locationId, reviewId, asked],
    queryFn: ({ signal }) => api('lintReviewReply', { body: { locationId, reviewId, comment: asked.trim() }, signal }),
    enabled: asked !== '',
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  })
  const linted = data && placedIn(text, data)
  const [before, setBefore] = useState<Checked | null>(null)
  if (data && linted && data !== before?.data) setBefore({ data, reviewId, text, findings: linted.findings })
  const last = before?.reviewId === reviewId ? before : null
  return {
    ...{ linted, kept: last === null ? [] : stillIn(text, last.text, last.findings) },
    isChecking: isChecked && (still !== text || isFetching),
  }
}
