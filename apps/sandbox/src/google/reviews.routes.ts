/** For the page and for tests: reviews of customers, what was asked of Google, and the settings for how it answers. */
import { randomUUID } from 'node:crypto'
import express, { type Router } from 'express'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { read } from '../read.ts'
import { type GoogleBehaviour, type GoogleBehaviourSwitch, googleBehaviourSchema } from './behaviour.ts'
import type { Book } from './book.ts'
import type { Pusher } from './push.ts'

const changeSchema = googleBehaviourSchema.partial()
const reviewSchema = z.strictObject({
  locationId: z.string().max(100),
  /** Edits this one. */
  reviewId: z.string().max(100).optional(),
  reviewer: z.string().max(500).nullable().default(null),
  stars: z.int().min(1).max(5),
  comment: z.string().max(5000).default(''),
  /** A reply that another tool writes; null removes the reply. */
  reply: z.string().max(5000).nullable().optional(),
})
const moderationSchema = z.strictObject({
  reviewId: z.string().max(100),
  state: z.enum(['APPROVED', 'REJECTED']),
  violation: z.string().max(100).default('ADVERTISING_AND_SOLICITATION'),
})
const locationSchema = z.strictObject({ locationId: z.string(), updated: z.record(z.string(), z.unknown()) })

interface Parts {
  readonly clock: Clock
  readonly book: Book
  readonly behaviour: GoogleBehaviourSwitch
  readonly pusher: Pusher
}

export function googleReviewRoutes({ clock, book, behaviour, pusher }: Parts): Router {
  const router = express.Router()
  const json = express.json({ limit: '64kb' })
  router.get(
    '/google-reviews',
    (_req, res) => void res.json({ reviews: book.reviews, done: book.done, topics: book.topics }),
  )
  router.get('/google-locations', (_req, res) => void res.json({ locations: book.locations }))
  router.get('/google-behaviour', (_req, res) => void res.json(behaviour.now()))
  router.post('/google-behaviour', json, (req, res) => {
    const change = read(changeSchema, req.body, res)
    if (!change) return
    const settings = Object.entries(change).filter(([, value]) => value !== undefined)
    res.json(behaviour.change(Object.fromEntries(settings) as Partial<GoogleBehaviour>))
  })
  router.post('/google-locations', json, (req, res) => {
    const change = read(locationSchema, req.body, res)
    if (!change) return
    const location = book.locations.find(({ id }) => id === change.locationId)
    if (!location) return void res.status(404).json({ code: 'error', message: 'Not found.' })
    location.updated = { ...location.updated, ...change.updated }
    book.keep()
    res.json(location)
  })
  router.post('/google/reviews', json, (req, res) => {
    const given = read(reviewSchema, req.body, res)
    if (!given) return
    const now = clock.now().toISOString()
    const { locationId, reviewId = `rv_${randomUUID()}`, reviewer, stars, comment, reply } = given
    const account = book.locations.find(({ id }) => id === locationId)?.account
    if (account === undefined) return void res.status(404).json({ code: 'error', message: 'Not found.' })
    const known = book.reviews.find((one) => one.locationId === locationId && one.reviewId === reviewId)
    if (!known) book.reviews.push({ locationId, reviewId, reviewer, stars, comment, createTime: now, updateTime: now })
    else if (reply === undefined) Object.assign(known, { reviewer, stars, comment, updateTime: now })
    const one = book.reviews.find((review) => review.locationId === locationId && review.reviewId === reviewId)
    if (one && reply !== undefined)
      one.reply = reply === null ? undefined : { comment: reply, updateTime: now, reviewReplyState: 'APPROVED' }
    book.keep()
    const name = `${account}/locations/${locationId}/reviews/${reviewId}`
    pusher.push({
      type: known ? 'UPDATED_REVIEW' : 'NEW_REVIEW',
      review: name,
      location: `${account}/locations/${locationId}`,
    })
    res.json({ reviewId })
  })
  router.post('/google/reviews/remove', json, (req, res) => {
    const given = read(z.strictObject({ reviewId: z.string() }), req.body, res)
    if (!given) return
    book.reviews = book.reviews.filter(({ reviewId }) => reviewId !== given.reviewId)
    book.keep()
    res.json({})
  })
  router.post('/google/moderate', json, (req, res) => {
    const given = read(moderationSchema, req.body, res)
    if (!given) return
    const review = book.reviews.find(({ reviewId }) => reviewId === given.reviewId)
    if (!review?.reply) return void res.status(404).json({ code: 'error', message: 'Not found.' })
    review.reply = {
      ...{ comment: review.reply.comment, updateTime: review.reply.updateTime, reviewReplyState: given.state },
      ...(given.state === 'REJECTED' && { policyViolation: given.violation }),
    }
    book.keep()
    pusher.push({ type: 'UPDATED_REVIEW', location: `locations/${review.locationId}` })
    res.json({})
  })
  return router
}
