/**
 * Google's services for business listings over fetch: the same code for Google and the embedded sandbox. Reviews and replies have
 * no package of Google's.
 */
import * as oidc from 'openid-client'
import type { GoogleSettings } from '../config/google-config.ts'
import type { Clock } from '../services.ts'
import { type Answered, type Consent, createGoogleHttp, googleAddress } from './google-http.ts'
import * as wire from './google-wire.ts'
import { readJson } from './sinch-wire.ts'

export interface LocationName {
  /** `accounts/A`. */
  readonly account: string
  readonly locationId: string
}

export interface ReviewName extends LocationName {
  readonly reviewId: string
}

/** Google has it, in a form that we can't read; asking again brings the same. */
export interface Unreadable {
  readonly outcome: 'unreadable'
}

interface Flow {
  readonly state: string
  readonly verifier: string
}

type Json = Readonly<Record<string, unknown>>

export interface GoogleGateway {
  /** The address where a person consents. */
  consentAddress(redirectUri: string, flow: Flow): Promise<string>
  /** Exchanges the code; null if Google gives no consent for it. */
  finish(redirectUri: string, code: string, flow: Pick<Flow, 'verifier'>): Promise<string | null>
  revoke(refreshToken: string): Promise<boolean>
  accounts(consent: Consent): Promise<Answered<string[]>>
  locations(consent: Consent, account: string): Promise<Answered<wire.GoogleLocation[]>>
  reviews(consent: Consent, of: LocationName, pageToken?: string): Promise<Answered<wire.ReviewPage>>
  review(consent: Consent, of: ReviewName): Promise<Answered<wire.GoogleReview> | Unreadable>
  putReply(consent: Consent, of: ReviewName, comment: string): Promise<Answered<unknown>>
  deleteReply(consent: Consent, of: ReviewName): Promise<Answered<unknown>>
  location(consent: Consent, locationId: string, readMask: readonly string[]): Promise<Answered<Json>>
  patchLocation(consent: Consent, locationId: string, mask: readonly string[], body: object): Promise<Answered<Json>>
  attributes(consent: Consent, locationId: string): Promise<Answered<Json>>
  patchAttributes(consent: Consent, locationId: string, mask: readonly string[], body: object): Promise<Answered<Json>>
  attributeMetadata(consent: Consent, locationId: string): Promise<Answered<Json>>
  googleUpdated(consent: Consent, locationId: string, readMask: readonly string[]): Promise<Answered<Json>>
  categories(consent: Consent, asked: Asked): Promise<Answered<NonNullable<ReturnType<typeof wire.readCategoryPage>>>>
  places(asked: {
    keyword: string
    low: Point
    high: Point
    pageToken?: string
  }): Promise<Answered<NonNullable<ReturnType<typeof wire.readPlacePage>>>>
  /** The topic to which Google pushes the account's news; null for none. */
  pushTopic(consent: Consent, account: string): Promise<Answered<string | null>>
  /** Tells Google where to push the account's news. */
  setPushTopic(consent: Consent, account: string, topic: string): Promise<Answered<unknown>>
}

interface Asked {
  readonly regionCode: string
  readonly languageCode: string
  readonly search: string
  readonly pageToken: string | undefined
}

interface Point {
  readonly latitude: number
  readonly longitude: number
}

const SCOPE = 'https://www.googleapis.com/auth/business.manage'
const LOCATION_FIELDS = 'name,title,phoneNumbers,storefrontAddress,websiteUri,latlng,metadata'
const PLACE_FIELDS =
  'places.id,places.displayName,places.shortFormattedAddress,places.location,places.rating,places.userRatingCount,nextPageToken'
const PAGES_MOST = 20
const FLOW_TIMEOUT_MS = 10_000

export function createGoogleGateway(
  settings: GoogleSettings,
  { clock, timeoutMs }: { clock: Clock; timeoutMs?: number },
): GoogleGateway {
  const http = createGoogleHttp(settings, clock, timeoutMs)
  const info = 'mybusinessbusinessinformation.googleapis.com' as const
  const id = encodeURIComponent
  const reviewPath = ({ account, locationId, reviewId }: ReviewName) =>
    `/v4/accounts/${id(account.replace(/^accounts\//, ''))}/locations/${id(locationId)}/reviews/${id(reviewId)}`

  const pushSetting = (account: string) => ({
    host: 'mybusinessnotifications.googleapis.com' as const,
    path: `/v1/accounts/${id(account.replace(/^accounts\//, ''))}/notificationSetting`,
  })

  const read = async <Value>(
    answer: Promise<Answered<unknown>>,
    parse: (json: unknown) => Value | undefined,
  ): Promise<Answered<Value>> => {
    const given = await answer
    if (given.outcome !== 'ok') return given
    const value = parse(given.value)
    return value === undefined ? { outcome: 'unknown' } : { outcome: 'ok', value }
  }
  const asJson = (json: unknown) => (typeof json === 'object' && json !== null ? (json as Json) : undefined)

  return {
    async consentAddress(redirectUri, { state, verifier }) {
      const { browserBaseUrl } = settings
      const address = new URL(googleAddress({ baseUrl: browserBaseUrl }, 'accounts.google.com', '/o/oauth2/v2/auth'))
      address.search = new URLSearchParams({
        ...{ client_id: settings.clientId, redirect_uri: redirectUri, response_type: 'code', scope: SCOPE },
        ...{ state, access_type: 'offline', prompt: 'consent', code_challenge_method: 'S256' },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      }).toString()
      return address.href
    },

    async finish(redirectUri, code, { verifier }) {
      const response = await fetch(googleAddress(settings, 'oauth2.googleapis.com', '/token'), {
        method: 'POST',
        body: new URLSearchParams({
          ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
          ...{ client_id: settings.clientId, client_secret: settings.clientSecret },
        }),
        redirect: 'manual',
        signal: AbortSignal.timeout(FLOW_TIMEOUT_MS),
      })
      const json = await readJson(response, 64 * 1024)
      return (response.ok && wire.readToken(json)?.refresh_token) || null
    },

    async revoke(refreshToken) {
      try {
        const response = await fetch(googleAddress(settings, 'oauth2.googleapis.com', '/revoke'), {
          ...{ method: 'POST', body: new URLSearchParams({ token: refreshToken }), redirect: 'manual' as const },
          signal: AbortSignal.timeout(FLOW_TIMEOUT_MS),
        })
        await response.body?.cancel()
        return response.ok || response.status === 400
      } catch {
        return false
      }
    },

    accounts: (consent) =>
      read(
        http.ask(
          { host: 'mybusinessaccountmanagement.googleapis.com', path: '/v1/accounts', query: { pageSize: '20' } },
          consent,
        ),
        (json) => wire.readAccounts(json)?.map(({ name }) => name),
      ),

    async locations(consent, account) {
      const found: wire.GoogleLocation[] = []
      let pageToken: string | undefined
      for (let page = 1; page <= PAGES_MOST; page++) {
        const path = `/v1/accounts/${id(account.replace(/^accounts\//, ''))}/locations`
        const query = { readMask: LOCATION_FIELDS, pageSize: '100', pageToken }
        const answer = await read(http.ask({ host: info, path, query }, consent), wire.readLocationPage)
        if (answer.outcome !== 'ok') return answer
        found.push(...answer.value.locations)
        pageToken = answer.value.nextPageToken
        if (pageToken === undefined) break
      }
      return { outcome: 'ok', value: found }
    },

    reviews(consent, { account, locationId }, pageToken) {
      const path = `/v4/accounts/${id(account.replace(/^accounts\//, ''))}/locations/${id(locationId)}/reviews`
      const query = { pageSize: '50', orderBy: 'updateTime desc', pageToken }
      return read(http.ask({ host: 'mybusiness.googleapis.com', path, query }, consent), wire.readReviewPage)
    },

    async review(consent, of) {
      const answer = await http.ask({ host: 'mybusiness.googleapis.com', path: reviewPath(of) }, consent)
      if (answer.outcome !== 'ok') return answer
      const value = wire.readReview(answer.value)
      return value === undefined ? { outcome: 'unreadable' } : { outcome: 'ok', value }
    },

    putReply: (consent, of, comment) =>
      http.ask(
        { method: 'PUT', host: 'mybusiness.googleapis.com', path: `${reviewPath(of)}/reply`, body: { comment } },
        consent,
      ),

    deleteReply: (consent, of) =>
      http.ask({ method: 'DELETE', host: 'mybusiness.googleapis.com', path: `${reviewPath(of)}/reply` }, consent),

    location: (consent, locationId, readMask) =>
      read(
        http.ask(
          { host: info, path: `/v1/locations/${id(locationId)}`, query: { readMask: readMask.join() } },
          consent,
        ),
        asJson,
      ),

    patchLocation: (consent, locationId, mask, body) =>
      read(
        http.ask(
          {
            method: 'PATCH',
            host: info,
            path: `/v1/locations/${id(locationId)}`,
            query: { updateMask: mask.join() },
            body,
          },
          consent,
        ),
        asJson,
      ),

    attributes: (consent, locationId) =>
      read(http.ask({ host: info, path: `/v1/locations/${id(locationId)}/attributes` }, consent), asJson),

    patchAttributes: (consent, locationId, mask, body) =>
      read(
        http.ask(
          {
            ...{ method: 'PATCH', host: info, path: `/v1/locations/${id(locationId)}/attributes` },
            ...{ query: { attributeMask: mask.join() }, body },
          },
          consent,
        ),
        asJson,
      ),

    attributeMetadata: (consent, locationId) =>
      read(
        http.ask(
          { host: info, path: '/v1/attributes', query: { parent: `locations/${locationId}`, pageSize: '200' } },
          consent,
        ),
        asJson,
      ),

    googleUpdated: (consent, locationId, readMask) =>
      read(
        http.ask(
          {
            host: info,
            path: `/v1/locations/${id(locationId)}:getGoogleUpdated`,
            query: { readMask: readMask.join() },
          },
          consent,
        ),
        asJson,
      ),

    categories: (consent, { regionCode, languageCode, search, pageToken }) =>
      read(
        http.ask(
          {
            ...{ host: info, path: '/v1/categories' },
            query: {
              ...{ regionCode, languageCode, view: 'FULL', pageSize: '100', pageToken },
              filter: search === '' ? undefined : `displayName=${search.replace(/["\\]/g, '')}`,
            },
          },
          consent,
        ),
        wire.readCategoryPage,
      ),

    places: ({ keyword, low, high, pageToken }) =>
      read(
        http.ask(
          {
            ...{ method: 'POST', host: 'places.googleapis.com', path: '/v1/places:searchText' },
            headers: { 'x-goog-api-key': settings.placesKey ?? '', 'x-goog-fieldmask': PLACE_FIELDS },
            body: {
              textQuery: keyword,
              locationRestriction: { rectangle: { low, high } },
              ...(pageToken && { pageToken }),
            },
          },
          null,
        ),
        wire.readPlacePage,
      ),

    pushTopic: (consent, account) => read(http.ask(pushSetting(account), consent), wire.readPushTopic),

    setPushTopic: (consent, account, topic) =>
      http.ask(
        {
          ...{ ...pushSetting(account), method: 'PATCH' },
          query: { updateMask: 'pubsubTopic,notificationTypes' },
          body: {
            pubsubTopic: topic,
            notificationTypes: ['NEW_REVIEW', 'UPDATED_REVIEW', 'GOOGLE_UPDATE'],
          },
        },
        consent,
      ),
  }
}
