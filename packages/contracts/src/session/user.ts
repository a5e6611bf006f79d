import { z } from 'zod'
import { membershipSchema } from '../organization.ts'

/** [OPEN-015] The signed-in user in the reply of the profile call. */
export const userSchema = z.object({
  _id: z.string(),
  sub: z.string(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  organizations: z.array(membershipSchema),
})
export type User = z.infer<typeof userSchema>

/** The claims of an access token. The API signs it; API and relay verify it by JWKS. `iss` is `ISSUER`, `aud` is `AUDIENCE`. */
export const accessClaimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  sid: z.string(),
  organizations: z.array(z.string()),
  iat: z.number(),
  exp: z.number(),
})
export type AccessClaims = z.infer<typeof accessClaimsSchema>

export const AUDIENCE = 'foyer'
/** Not a URL, because relays and browsers may reach the API under different addresses and verify the same tokens. */
export const ISSUER = 'foyer-api'
