/** How much may be typed about an account, in characters; for the calls and for the screens, which know no schema. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256
export const NAME_MAX = 100
export const EMAIL_MAX = 254
/** Of an authenticator's code or a recovery code, with what people put between its groups. */
export const CODE_MAX = 40
