/**
 * Recognises a request for no more texts in words that no carrier knows: "please don't text me anymore", "ya no me
 * escriban". It opts nobody out; a staff member decides. So some false positives are acceptable, but not so many that
 * staff ignore them. [T41]
 *
 * The patterns match bare words of a text of bounded length, with bounded repetitions that each consume a whole word:
 * no text can make them slow.
 */
import { plainWords } from '@foyer/contracts/inbox/plain-words.rules.ts'

/** Up to `most` of these words, each followed by a blank. */
const upTo = (most: number, words: string) => `(?:(?:${words}) ){0,${most}}`

const TEXTS = '(?:texts?|text messages?|texting|messages?|messaging|msgs?|msging|sms|notifications?|spam)'
const FILLER =
  'sending|send|sent|the|all|with|please|pls|plz|me|us|this|these|those|that|any|your|of|automated|constant|damn|stupid|fucking|so|many|more|ur|to|my|phone|number'
const AFTER_A_VERB =
  '(?: (?:me|us|this|my|here|anymore|any more|again|ever|please|at all|no more|further|period|thanks?|thank you))(?: |$)|$'

/** Excludes instructions such as "to stop texts reply STOP". */
const NOT_A_LEAFLET = '(?<!\\b(?:to|2|txt|text|reply|send|msg|can|u) )'

const ENGLISH = [
  `${NOT_A_LEAFLET}\\b(?:stop|quit|cease) ${upTo(5, FILLER)}(?:${TEXTS}|contacting|bothering|harassing|spamming|bugging)\\b`,
  '\\b(?:told|asked|asking|begging|want|need|like) (?:you|u|yall|you guys|you people) (?:all )?to (?:stop|quit)(?: it| this| now| already)?$',
  `\\b(?:dont|do not|never|please not|should not|shouldnt|no need to|better not) ${upTo(3, 'you|u|ever|please|keep|want to be|want you to|need to|like to be|wish to be')}(?:text|texting|texted|message|messaging|messaged|msg|contact|contacting|contacted|sms|spam|write to)(?:${AFTER_A_VERB})`,
  `\\b(?:dont|do not|no longer|never) (?:want|wanna|wish|need|like|care)(?: to)? ${upTo(6, 'you to|get|getting|to|receive|receiving|see|have|be|keep|sent|send|sending|any|more|anymore|these|those|this|your|the|further|your|me|all|of|automated')}${TEXTS}\\b`,
  `\\b(?:dont|do not) (?:ever )?(?:send|keep sending) ${upTo(4, 'me|us|any|more|these|those|your|the|further|anymore')}${TEXTS}\\b`,
  `\\bno (?:more|further) ${upTo(3, 'of|these|those|your|the|automated|text|damn')}${TEXTS}(?: please| pls| thanks?| thank you| ever| from you| to this number| to me| at all)?$`,
  `\\b(?:take|get|remove|delete|drop) (?:me|us|my (?:cell |phone |mobile )?number|this (?:cell |phone )?number) (?:off|from|out of) ${upTo(4, 'of|your|ur|the|this|that|these|all|any|texting|text|messaging|sms|contact|mailing|message|calling|call|phone|patient')}(?:lists?|texts|messages|msgs|sms|texting|system|database|contacts|records|thread|group)\\b`,
  '^(?:(?:please|pls|plz|hi|hello|hey|wrong number|wrong person|not me|yes|no|just|can you|could you|kindly) ){0,4}(?:remove|delete|unsubscribe|unsub|opt out) (?:me|my number|this number|my phone|my phone number)(?: out)?(?: now| please| pls| plz| thanks?| thank you| asap| immediately| completely| permanently)?$',
  '\\b(?:please|pls|plz|kindly) (?:unsubscribe|unsub|opt out)\\b',
  '\\b(?:unsubscribe|unsub) (?:me|my number|this number|us)\\b',
  '\\bopt(?:ing)? (?:me|my number|this number) out\\b',
  '\\bi(?:d| would| am|m)? (?:want|wanna|like|wish|need|opting|choose)(?: to)? (?:unsubscribe|opt out|out)(?:$| of (?:these|your|all|any|receiving|getting|texts?|messages?|sms)\\b(?! (?:visits?|surgery|plans?|study)\\b))',
  '\\b(?:lose|forget|delete|erase) (?:my|this) (?:cell |phone |mobile )?number\\b',
  '\\bleave me alone$|^(?:please |pls |just ){0,2}leave me alone\\b',
  '\\b(?:revoke|withdraw|withdrawing|revoking) (?:my |all )?(?:consent|permission)\\b',
  // A bare "stop" with nothing but filler around it.
  '^(?:(?:please|pls|plz|just|ok|okay|hey|hi|hello|omg|ugh|now|i said|can you|could you|would you|will you|wrong number|no) ){0,5}stop(?: (?:please|pls|plz|it|this|that|now|already|all|everything|immediately|asap|stop|thanks|thank you|sir|maam|ok)){0,5}$',
]

const SENDING_ES =
  '(?:manden?|mandes|mandame|mandarme|envien?|envies|enviarme|escriban?|escribas|escribirme|texteen?|textees|textearme|mensajeen?|contacten?|contactes|contactarme|molesten?|molestes|molestarme)'
const TEXTS_ES = '(?:mensajes?|mensajitos?|textos?|mensages?|msjs?|sms|whatsapps?)'

const SPANISH = [
  `\\bno (?:me|nos) (?:vuelvan? a |vuelvas a |sigan |siga |sigas )?(?:escriban?|escribas|escribir|escribiendo|texteen?|textees|textear|texteando|contacten?|contactes|contactar|molesten?|molestes|molestar|molestando)\\b`,
  `\\bno (?:me|nos) (?:vuelvan? a |vuelvas a |sigan |siga |sigas )?(?:manden?|mandes|mandar|mandando|envien?|envies|enviar|enviando) (?:ya )?(?:mas|nada|ningun|tantos?|estos|esos|sus|los)?(?: de)?(?: estos| esos)? ?${TEXTS_ES}\\b`,
  '\\bno (?:me|nos) (?:manden?|mandes|envien?|envies) (?:mas|nada(?: mas)?)$',
  `\\b(?:deja|deje|dejen|paren?|para|basta) (?:ya )?de (?:estar )?${SENDING_ES}\\b`,
  `\\b(?:ya )?no (?:quiero|deseo|quisiera|me interesa) ${upTo(5, 'que me|recibir|recibiendo|mas|sus|estos|esos|los|ningun|ninguno de|tener|ver|me|manden|envien')}${TEXTS_ES}\\b`,
  `\\b(?:ya )?no quiero que (?:me|nos) (?:escriban?|texteen?|contacten?|molesten?)\\b`,
  `^(?:(?:por favor|porfavor|porfa|ya|hola) ){0,3}(?:no|ya no|ni un) (?:mas )?${TEXTS_ES}(?: mas)?(?: por favor| porfavor| porfa| gracias)?$`,
  '\\b(?:quitenme|quiteme|quitame|saquenme|saqueme|sacame|borrenme|borreme|borrame|eliminenme|elimineme|eliminame|remuevanme)(?: (?:de|del|por|porfavor|ya|la|su|tu|esta|favor)\\b|$)',
  '\\b(?:borren?|borra|eliminen?|elimina|quiten?|quita|saquen?|saca) (?:mi|este|ese) (?:numero|telefono|celular)\\b',
  '\\b(?:darme|dame|deme|denme|darnos|me den|me doy) de baja\\b(?! (?:la|el|a) )',
  '^(?:(?:por favor|porfavor|porfa|quiero la|solicito|solicito la) ){0,2}(?:baja|alto|parar|paren|pare|desuscribir|desuscribirme|cancelar suscripcion|cancelar mensajes)(?: (?:por favor|porfavor|ya|gracias)){0,2}$',
]

const PATTERNS = [...ENGLISH, ...SPANISH].map((pattern) => new RegExp(pattern, 'u'))

export function asksToStop(text: string): boolean {
  const words = plainWords(text)
  return words !== '' && (isStopBeforeASignature(text) || PATTERNS.some((pattern) => pattern.test(words)))
}

/** "STOP" on its own line above the phone's signature. */
function isStopBeforeASignature(text: string): boolean {
  const [first = '', ...more] = text
    .slice(0, 200)
    .trim()
    .split(/[\r\n]+/)
  return more.length > 0 && /^(?:stop|stopall|unsubscribe|optout|opt out)$/.test(plainWords(first))
}
