/** Google's services under /sandbox/google/HOST: the part of them that clinics' software calls. */
import { createHash, randomUUID } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import type { Clock } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { GoogleBehaviourSwitch } from './behaviour.ts'
import type { Book, StoredReview } from './book.ts'
import { ATTRIBUTE_METADATA, CATEGORIES, type Location, PLACES, valueTypeOf, withHoursTypes } from './profiles.rules.ts'
import type { Pusher } from './push.ts'

export interface GoogleDependencies {
  readonly config: SandboxConfig
  readonly clock: Clock
  readonly book: Book
  readonly behaviour: GoogleBehaviourSwitch
  readonly pusher: Pusher
}

const SLOW_MS = 4000
const TOKEN_S = 3600
const RETRY_AFTER_S = 1
const INFO = '/mybusinessbusinessinformation.googleapis.com/v1'
const REVIEWS = '/mybusiness.googleapis.com/v4/accounts/:account/locations/:location/reviews'
const PUSH = '/mybusinessnotifications.googleapis.com/v1/accounts/:account/notificationSetting'
const SECOND_ACCOUNT = 'accounts/900000000000000002'
const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

export function googleRoutes({ config, clock, book, behaviour, pusher }: GoogleDependencies): Router {
  const router = express.Router()
  const json = express.json({ limit: '256kb' })
  const form = express.urlencoded({ extended: false, limit: '16kb' })
  /** The access tokens that were given, with their account and end. */
  const tokens = new Map<string, { readonly account: string; readonly until: number }>()
  const codes = new Map<string, { readonly challenge: string; readonly redirectUri: string }>()

  router.get('/accounts.google.com/o/oauth2/v2/auth', (req, res) => {
    const { redirect_uri: redirectUri, state, code_challenge: challenge, client_id: client } = req.query
    if (client !== config.googleClientId || typeof redirectUri !== 'string' || !URL.canParse(redirectUri))
      return void res.status(400).send('Bad request')
    // The sandbox consents for the person at once, with the first clinic's account.
    const code = randomUUID()
    codes.set(code, { challenge: String(challenge), redirectUri })
    const to = new URL(redirectUri)
    to.searchParams.set('state', String(state))
    to.searchParams.set('code', code)
    res.redirect(302, to.href)
  })

  router.post('/oauth2.googleapis.com/token', form, (req, res) => {
    const body = req.body ?? {}
    if (body.client_id !== config.googleClientId || body.client_secret !== config.googleClientSecret)
      return void res.status(401).json({ error: 'invalid_client' })
    let refreshToken = String(body.refresh_token ?? '')
    const isCode = body.grant_type === 'authorization_code'
    if (isCode) {
      const begun = codes.get(body.code)
      codes.delete(body.code)
      const challenge = createHash('sha256')
        .update(String(body.code_verifier ?? ''))
        .digest('base64url')
      if (begun?.challenge !== challenge || begun.redirectUri !== body.redirect_uri)
        return void res.status(400).json({ error: 'invalid_grant' })
      refreshToken = `sandbox-refresh-${randomUUID()}`
      book.consents[refreshToken] = 'accounts/900000000000000001'
      book.keep()
    }
    const account = book.consents[refreshToken]
    if (account === undefined) return void res.status(400).json({ error: 'invalid_grant' })
    const token = randomUUID()
    tokens.set(token, { account, until: clock.now().getTime() + TOKEN_S * 1000 })
    const scope = 'https://www.googleapis.com/auth/business.manage'
    res.json({
      access_token: token,
      expires_in: TOKEN_S,
      token_type: 'Bearer',
      scope,
      ...(isCode && { refresh_token: refreshToken }),
    })
  })

  router.post('/oauth2.googleapis.com/revoke', form, (req, res) => {
    delete book.consents[String(req.body?.token ?? '')]
    tokens.clear()
    book.keep()
    res.json({})
  })

  router.get('/www.googleapis.com/oauth2/v3/certs', (_req, res) => void res.json(pusher.certs()))

  /** Behaves as it was told, and lets in who has a token. `done` answers; it is called before the answer is lost as well. */
  const open = (req: Request, res: Response, done: (account: string) => [status: number, body: unknown]) => {
    const isChange = req.method !== 'GET'
    const answer = behaviour.nextAnswer(isChange)
    if (answer === 'lost') return
    if (answer === 'tooMany') {
      res.set('Retry-After', String(RETRY_AFTER_S))
      return refuse(res, 429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.')
    }
    if (answer === 'error') return refuse(res, 500, 'INTERNAL', 'Internal error.')
    const [, bearer = ''] = /^Bearer (.+)$/.exec(req.headers.authorization ?? '') ?? []
    const token = tokens.get(bearer)
    if (answer === 'unauthorized') {
      for (const [refreshToken, account] of Object.entries(book.consents))
        if (account === token?.account) delete book.consents[refreshToken]
      for (const [one, { account }] of tokens) if (account === token?.account) tokens.delete(one)
    }
    if (answer === 'unauthorized' || !token || token.until < clock.now().getTime())
      return refuse(res, 401, 'UNAUTHENTICATED', 'Invalid credentials.')
    const [status, body] = done(token.account)
    if (isChange) book.keep()
    if (answer === 'hang') return
    const say = () => void res.status(status).json(body)
    if (answer === 'slow') clock.after(SLOW_MS, say)
    else say()
  }

  const managed = (account: string) => (behaviour.now().accounts === 'one' ? [account] : [account, SECOND_ACCOUNT])
  router.get('/mybusinessaccountmanagement.googleapis.com/v1/accounts', (req, res) =>
    open(req, res, (account) => [
      200,
      { accounts: managed(account).map((name) => ({ name, accountName: 'A clinic', type: 'LOCATION_GROUP' })) },
    ]),
  )

  const located = (account: string, id: string) =>
    book.locations.find((one) => one.id === id && one.account === account)
  const onLocation = (req: Request, res: Response, run: (location: Location) => [number, unknown]) =>
    open(req, res, (account) => {
      const location = located(account, String(req.params.location))
      return location ? run(location) : absent()
    })

  router.get(`${INFO}/accounts/:account/locations`, (req, res) =>
    open(req, res, (account) => {
      const mask = String(req.query.readMask ?? '').split(',')
      const own = book.locations.filter(
        (one) => managed(account).includes(one.account) && one.account.endsWith(`/${req.params.account}`),
      )
      return [200, { locations: own.map(({ fields }) => picked(fields, mask)) }]
    }),
  )
  router.get(`${INFO}/categories`, (req, res) =>
    open(req, res, () => {
      if (req.query.view !== 'FULL') return invalid('view', 'The view must be FULL.')
      const [, search = ''] = /displayName=(.*)/.exec(String(req.query.filter ?? '')) ?? []
      const categories = CATEGORIES.filter(({ displayName }) =>
        displayName.toLowerCase().includes(search.toLowerCase()),
      )
      return [200, { categories, totalCategoryCount: categories.length }]
    }),
  )
  router.get(`${INFO}/attributes`, (req, res) => open(req, res, () => [200, { attributeMetadata: ATTRIBUTE_METADATA }]))
  router.get(new RegExp(`^${INFO}/locations/([^/:]+):getGoogleUpdated$`), (req, res) => {
    req.params.location = String(req.params[0])
    return onLocation(req, res, ({ fields, updated }) => {
      const differing = Object.keys(updated)
      return [200, { location: { ...fields, ...updated }, diffMask: differing.join(), pendingMask: '' }]
    })
  })
  router.get(`${INFO}/locations/:location`, (req, res) =>
    onLocation(req, res, ({ fields }) => [200, picked(fields, String(req.query.readMask ?? '').split(','))]),
  )
  router.patch(`${INFO}/locations/:location`, json, (req, res) =>
    onLocation(req, res, (location) => {
      const mask = String(req.query.updateMask ?? '')
        .split(',')
        .filter(Boolean)
      const extra = Object.keys(req.body ?? {}).filter((field) => !mask.includes(field))
      if (mask.length === 0) return invalid('update_mask', 'The update mask is required.')
      const description = (req.body?.profile as { description?: string } | undefined)?.description
      if (description?.includes('http')) return invalid('profile.description', 'The description must not have a link.')
      for (const field of mask) {
        location.fields[field] = field === 'categories' ? withHoursTypes(req.body?.[field]) : req.body?.[field]
        delete location.updated[field]
      }
      book.done.push({
        kind: 'patch',
        name: `locations/${location.id}`,
        body: { mask, extra, body: req.body },
        at: clock.now().toISOString(),
      })
      return [200, location.fields]
    }),
  )
  router.get(`${INFO}/locations/:location/attributes`, (req, res) =>
    onLocation(req, res, ({ id, attributes }) => [200, { name: `locations/${id}/attributes`, attributes }]),
  )
  router.patch(`${INFO}/locations/:location/attributes`, json, (req, res) =>
    onLocation(req, res, (location) => {
      const mask = String(req.query.attributeMask ?? '')
        .split(',')
        .filter(Boolean)
      const given = (req.body?.attributes ?? []) as { name: string }[]
      const kept = location.attributes.filter(({ name }) => !mask.includes(String(name)))
      location.attributes = [
        ...kept,
        ...given.filter(({ name }) => mask.includes(name)).map((one) => ({ valueType: valueTypeOf(one.name), ...one })),
      ]
      book.done.push({
        kind: 'patch',
        name: `locations/${location.id}/attributes`,
        body: { mask, body: req.body },
        at: clock.now().toISOString(),
      })
      return [200, { name: `locations/${location.id}/attributes`, attributes: location.attributes }]
    }),
  )

  router.get(REVIEWS, (req, res) =>
    onLocation(req, res, ({ id, account }) => {
      const size = Math.min(50, Number(req.query.pageSize ?? 50))
      const from =
        req.query.pageToken === undefined
          ? 0
          : Number(/^from-(\d+)$/.exec(String(req.query.pageToken))?.[1] ?? Number.NaN)
      if (Number.isNaN(from)) return invalid('page_token', 'The page token is not valid.')
      const all = book.reviews.filter(({ locationId }) => locationId === id)
      const sorted = all.toSorted((one, other) => (one.updateTime < other.updateTime ? 1 : -1))
      const page = sorted.slice(from, from + size)
      const shown = from === 0 ? page : page.slice(0, Math.max(0, page.length - behaviour.now().latePages))
      const average = all.reduce((sum, { stars }) => sum + stars, 0) / Math.max(1, all.length)
      return [
        200,
        {
          reviews: shown.map((review) => wireOf(account, review)),
          ...{ averageRating: Math.round(average * 10) / 10, totalReviewCount: all.length },
          ...(from + size < all.length && { nextPageToken: `from-${from + size}` }),
        },
      ]
    }),
  )
  const onReview = (req: Request, res: Response, run: (review: StoredReview, account: string) => [number, unknown]) =>
    onLocation(req, res, ({ id, account }) => {
      const review = book.reviews.find(
        ({ locationId, reviewId }) => locationId === id && reviewId === req.params.review,
      )
      return review ? run(review, account) : absent()
    })
  router.get(`${REVIEWS}/:review`, (req, res) =>
    onReview(req, res, (review, account) => [200, wireOf(account, review)]),
  )
  router.put(`${REVIEWS}/:review/reply`, json, (req, res) =>
    onReview(req, res, (review) => {
      const comment = String(req.body?.comment ?? '')
      if (comment === '' || Buffer.byteLength(comment) > 4096)
        return invalid('comment', 'The comment is too long or empty.')
      if (/\bhttps?:/.test(comment)) return invalid('comment', 'The comment must not have a link.')
      const { moderation, violation } = behaviour.now()
      const state = moderation === 'approve' ? 'APPROVED' : 'PENDING'
      const reply = { comment, updateTime: clock.now().toISOString(), reviewReplyState: state } as const
      review.reply = { ...reply }
      book.done.push({ kind: 'put', name: review.reviewId, body: comment, at: reply.updateTime })
      if (moderation === 'reject')
        Object.assign(review.reply, { reviewReplyState: 'REJECTED', policyViolation: violation })
      return [200, review.reply]
    }),
  )
  router.delete(`${REVIEWS}/:review/reply`, (req, res) =>
    onReview(req, res, (review) => {
      if (!review.reply) return absent()
      review.reply = undefined
      book.done.push({ kind: 'delete', name: review.reviewId, body: null, at: clock.now().toISOString() })
      return [200, {}]
    }),
  )

  router.get(PUSH, (req, res) =>
    open(req, res, (account) => {
      const topic = book.topics[account]
      return [200, { name: `${account}/notificationSetting`, ...(topic && { pubsubTopic: topic }) }]
    }),
  )
  router.patch(PUSH, json, (req, res) =>
    open(req, res, (account) => {
      book.topics[account] = String(req.body?.pubsubTopic ?? '')
      return [200, { name: `${account}/notificationSetting`, ...req.body }]
    }),
  )

  router.post('/places.googleapis.com/v1/places\\:searchText', json, (req, res) => {
    if (req.get('x-goog-api-key') !== config.googlePlacesKey)
      return refuse(res, 403, 'PERMISSION_DENIED', 'The key is not valid.')
    const { low, high } =
      (req.body?.locationRestriction as { rectangle?: { low: Point; high: Point } })?.rectangle ?? {}
    if (!low || !high) return refuse(res, 400, 'INVALID_ARGUMENT', 'A rectangle is required.')
    const places = PLACES.filter(({ location: { latitude, longitude } }) => {
      const isUp = low.latitude <= latitude && latitude <= high.latitude
      return isUp && low.longitude <= longitude && longitude <= high.longitude
    })
    res.json({ places })
  })

  router.use((_req, res) => refuse(res, 404, 'NOT_FOUND', 'Not found.'))
  return router
}

interface Point {
  readonly latitude: number
  readonly longitude: number
}

function wireOf(
  account: string,
  { locationId, reviewId, reviewer, stars, comment, createTime, updateTime, reply }: StoredReview,
) {
  return {
    name: `${account}/locations/${locationId}/reviews/${reviewId}`,
    reviewId,
    reviewer: reviewer === null ? { isAnonymous: true } : { displayName: reviewer, isAnonymous: false },
    starRating: STARS[stars - 1],
    ...(comment !== '' && { comment }),
    ...{ createTime, updateTime },
    ...(reply && { reviewReply: reply }),
  }
}

function picked(fields: Readonly<Record<string, unknown>>, mask: readonly string[]) {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => mask.includes(field) && value !== undefined),
  )
}

const absent = (): [number, unknown] => [404, errorOf(404, 'NOT_FOUND', 'Requested entity was not found.')]
const invalid = (field: string, description: string): [number, unknown] => [
  400,
  errorOf(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [
    { fieldViolations: [{ field, description }] },
  ]),
]

function errorOf(code: number, status: string, message: string, details?: readonly object[]) {
  return { error: { code, message, status, ...(details && { details }) } }
}

function refuse(res: Response, code: number, status: string, message: string): void {
  res.status(code).json(errorOf(code, status, message))
}
