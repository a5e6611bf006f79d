/** Test data: replies to a reminder of one visit of Rosalind's, on Thursday at 9:30, two days ahead. */

/** They doubt, ask, decline, wish for something else, are about somebody else, or cannot be understood. */
export const noConfirmations = lines(`
Ok, I'm ill | Yes, I'm good | Ok but I have a doctor appointment then | Yes, in the afternoon please | yes but I'm sick | Yes, I have a fever | ok then the doctor can have my visit | Afternoon works | See you this afternoon | Yes this morning
See you in the morning | In the evening is fine | see you tonight | Nos vemos esta tarde | por la tarde está bien | I'll confirm in the morning | will confirm soon | I will confirm | I'll confirm later | Let me confirm
need to confirm with my husband | I have to confirm | going to confirm tomorrow | please confirm the time | confirmation please | Please correct the date | Please confirm | please confirm my appointment | Confirm the address please
ok please confirm what time | Yes!? | Ok...? | Yes ? | C ?? | Sure?! | ok… ? | ¿Sí? | sí ¿ | Yes! ¿a qué hora? | Nos vemos mañana | Confirmo mañana | confirmo mañana gracias | see you tomorrow | Yes tomorrow | hasta mañana
mañana está bien | Thank you I'm good | All good for now | all good | I'm all set | im ok thanks | we're fine | It's ok thanks | its fine thank you | I am ok for now | It's Thursday morning right | I'm at the doctor right now
Yeah right | Right | it's at 9:30 right | the clinic right | Thursday correct | Thursday at 9:30 right | Oh great | Oh sure | Great, another one | yeah sure whatever | sure, why not | Fine. Whatever. | Wow great | as if
Great, just great | Nice try | good luck | sure 🙄 | Yes 🙃 | ok 😒 | Yes 😂 | great 😡 | yes :( | ok ;) | 🤷 | 🙄 | 😕 ok | Yes if my car is fixed | ok unless it snows | Yes as long as it is short | Yes provided the doctor is in
yes assuming I get off work | Yes once my leave is approved | sí si me da tiempo | Si puedo voy | sí, siempre que no llueva | Yes at 10 | 9 works | 10:30 is good | yes 9:30 pm | Yes Friday | Wednesday works | yes the 27th
Nov 27 works | next Thursday works | see you Thursday at 10 | Thursday or Friday works | sí el viernes | a las 10 está bien | nos vemos el 27 de noviembre | Thursday at noon is fine | He will be there | Yes for him
my husband will be there | my son will come | Yes my mom can come | Yes for Bob | Bob can't come | my daughter can't make it | cancel Bob's visit | please cancel for Bob | my son needs another time | Tom yes | mi esposo irá
Is everything set | are you open Thursday | do you take Aetna | can I bring my son | should I fast | am I on for Thursday | Is Thursday still on | Still on for Thursday | Does 9:30 work | Would Thursday be ok | you have me Thursday
Please don't cancel | don't cancel it | Do not cancel my appointment | I never cancelled | no need to reschedule | I don't want to change it | no cancele por favor | no quiero cambiar la cita | was it cancelled
Did you cancel my visit | what is the cancellation fee | if I can't come I'll cancel | I can't find the office | can't talk now | I can't remember what time | Won't forget | I can't confirm yet | No puedo esperar | no yes | Yes no
yes or no | Y/N | C or R | C R | 50/50 yes | yes* no | +1 | 1 | Liked “Your visit is on Thursday at 9:30 AM. Reply C to confirm.” | Loved an image | reply c to confirm | Thursday | 9:30 | Rosalind | sorry | Sorry yes no
I already confirmed | I confirmed with the front desk yesterday | Yes please call me | Yes and I need a refill | yes. New phone | ok who is it | Yes, bringing 3 kids | ok I'll be traveling | ok send me the form | Ok I will call
ok I'll think about it | sí pero no sé | sí, ¿dónde es? | ok, déjame ver | ya no vivo ahí | ya fui | No, thanks I'm good | ok but | yes but… | vale pero | k tho
Yes I can't | can do Friday | can come Friday | I can come at 11 | yes at noon | I will see | we'll see | See you when I see you | see you next week | See you later | see you next time | I'll see if I can | ok I will see
ok will see you if possible | Great, I'll be in Hawaii | I will be there in spirit | be there or be square | good grief | ok boomer | no thank you | thanks but no thanks | Thanks anyway | thank you but I moved
confirm with my wife first | confirmed my flight | I confirmed the other one | confirm cancel | confirm cancellation | C for cancel | C as in cancel | yes cancel | yes reschedule | yes, r | ok 9 | ok 930pm | yes 9:30 tomorrow
yes at 9:30 on Friday | coming Friday | I'm coming at 10 | we will be there at 9:45 | be there by 9:30 | will be there around 9:30 | be there after 9:30 | be there before noon | I'll be there in the afternoon
running behind but coming | I'll come if I can | I will come later | coming later | on time? | works if virtual | yes virtual | yes by phone | yes telehealth please | Yes for the other doctor | Yes with Dr. Patel | who confirmed
confirmed by whom | was confirmed | i was confirmed | am I confirmed | are we set | we set | we good | good? | good for what | yes for what | yes what | yes who | what yes | why yes | confirm what | ok what | sure what time
perfect timing | perfect storm | great news | good to know | nice to know | good question | ok noted but no | I noted it wrong | got it wrong | understood nothing | fine print | cool down | super sick | super late | definitely not
absolutely not | certainly not | of course not | sure not | sounds bad | sounds good but no | sounds good if you have Friday | that works not | that works for him | works for my wife | works for Bob | good for Bob | yes for my son
for my son yes | my wife yes me no | I do not | i dont | I do have questions | i do need a ride | will do it later | will do tomorrow | I'll do it tomorrow | can do tomorrow | going tomorrow | going Friday | I am going to cancel
I am going to try | going to be late | I'm going out of town | I'm in Mexico | I'm in the hospital | I am in bed | I'm out | count me out | I'm not in | all is lost | both no | both maybe | both are sick | everyone is sick
everything hurts | it is what it is | it is off | it's over | that is wrong | that is not right | not right | that isn't right | the time is wrong | wrong time | time is not good | this is bad | this is ridiculous | is it right
is this right | this right | right? | Thursday? | Thursday right? | ok Thursday? | is Thursday | you sure | are you sure | sure? | not sure | I'm sure you know | yes I'm sure I can't | ok ok stop texting me | stop | help
unsubscribe me | ok stop | please stop | remove me | yes stop | do not text me | thanks for nothing | thank you next | gee thanks | thanks a lot for the late notice | appreciate it but cancel | god bless but no | 👍? | 👍👎 | 👍 but late
🤞 | 👍🤞 | yes 🤞 | 🖕 | ok 🙃 | 💀 | 😭 yes | yes 😭 | ❓ | yes❓ | Yes ❌ | 👌😕 | ok... maybe | hmm ok | hmm | uh yes | um ok | ehh ok | meh ok | guess so | I guess | ok I guess | fine I guess | if you say so | so be it | ok if I must
yes yes yes no | y tho | k but | ok but | yes but | Ok and? | and | or | sí no | no sí | si puedo | si puedo ir | si no llueve sí | sí tal vez | tal vez sí | creo que sí | a ver | ya veremos | ok a ver | vale pero | vale, a qué hora
claro que no | por supuesto que no | sí cómo no | ¡cómo no! | sí, claro, cómo no | ajá | ya no | ya cancelé | ya confirmé | mañana confirmo | luego confirmo | te confirmo | les confirmo mañana | le confirmo más tarde | confirmo luego
deme otra | está bien? | está bien mañana | está bien el viernes | nos vemos el viernes | nos vemos luego | nos vemos otro día | voy si puedo | voy el viernes | voy mañana | vamos a ver | vamos tarde | ahí vemos | ahí le aviso
allí estaré mañana | ahí estaré a las 11 | el jueves no | jueves no puedo | no el jueves | el jueves a las 10 | por la tarde mejor | mejor por la tarde | gracias pero no | gracias no | no gracias sí | bueno no | bueno pues
bueno, depende | perfecto si es a las 11 | perfecto para el viernes | sí, para mi hijo | mi esposo sí | él sí va | ella no va | no voy | no vamos | no iré | no asistiré | estoy enferma | estoy en camino | cancele | cancelo
Yes I will not | Yes I will try | I will not | will not | I won't | yes we won't | Okay I'll let my mom know | Ok, forwarding to Elias | This is her husband, yes | This is not Rosalind | You have the wrong Rosalind | Rosalind moved
Rosalind passed away | Rosalind is at work | Rosalind will call | Rosalind says maybe | Rosalind says yes | Tell Rosalind yes | Rosalind can't | Rosalind isn't coming | Hi Rosalind | Is this Rosalind | Thanks Rosalind
I'm not Rosalind | Rosalind? | yes Rosalind? | not Rosalind
`)

/** Plain confirmations. */
export const confirmations = lines(`
C | c | Y | yes | Yes! | confirm | Confirmed. | I'll be there | Ill be there | I’ll be there! | I will be there Thursday | See you then | sounds good | Sounds good to me, thanks! | si confirmo | Sí, confirmo | 👍 | 👍🏼 | ✔️
yes thank you so much | ok see you thursday | Ok see you Thursday at 9:30 | yes, Thursday at 9:30 | Yes, Thursday | Yes 9:30 | 9:30 works | 9:30 am works for me | Thursday morning works | Yes, Thursday morning | See you on the 26th
yes Nov 26 at 9:30 | See you November 26th | this Thursday is fine | Yes for me | that works for me | Works for me | Yes I'm coming | I'm coming | Im coming | Coming! | I am confirming my appointment | I confirm my appointment
Confirm appointment | confirming my visit for Thursday | I'd like to confirm my appointment | Yes I can make it | Yes, still coming | I'll definitely be there | yes I'll see you then | Ok, great. See you then!
Great thanks see you then | Perfect thank you | Yes :) | Yes please | Yes - see you then | Yes. 👍 | YES!!! | Yesss | yeaah | Okk | okay thank you for the reminder | Thanks for the reminder! I'll be there.
Thank you, see you Thursday morning | Good morning, yes | Good morning. I confirm. | Hi, yes I will be there | Hello, C | Yes ma'am thank you | Sorry for the late reply. Yes | Sorry, yes | C thanks, have a great day!
yes, have a good afternoon | See you then, have a good one | She will be there | Rosalind will be there | Rosalind is all set | Yes for Rosalind | Rosalind: C | This is Rosalind, yes | Hi this is Rosalind. I'll be there
Rosalind confirmed | Rosalind's appointment is confirmed | That time is perfect | The time works | The appointment works | you bet | no problem | of course | For sure | absolutely will be there | confirmed for Thursday at 9:30 am
Yes I will | Yes it is | Yes we will be there | we'll see you Thursday | It's perfect | all set for Thursday | Yes, that's right | keep my appointment | Sí | si gracias | Sí, ahí estaré | Allí estaré, gracias | ahi estare a las 9:30
Nos vemos el jueves | nos vemos el jueves por la mañana | confirmo mi cita | confirmo mi asistencia | Confirmo para el jueves | Confirmado, gracias | claro que sí | Sí señora, ahí estaremos | el jueves está bien
a las 9:30 está bien | Me parece bien | perfecto, nos vemos | Buenos días, confirmo | buenas tardes, sí | Sí, buen día | sí voy | asistiré | Si, gracias. Que tenga buen día | de acuerdo, gracias | Ok muchas gracias | con gusto
Hasta el jueves
`)

/** Plain confirmations of a visit tomorrow, Wednesday, November 25, at 2:30 in the afternoon. */
export const confirmationsOfTomorrow = lines(`
Yes I confirm | Yes confirm | Confirm thank you | confirm thanks | Confirmed thanks | C thank you | C - thanks | C, thank you! | C. Thank you | Yes c | Yes, C | "C" | C) | (C) | C✅ | Confirm ✅ | Confirming | Confirming for tomorrow
Confirmed for tomorrow at 2:30 | confirmed for 2:30 tomorrow | Confirmed for tomorrow | yes for tomorrow | Yes tomorrow at 2:30pm | See you tomorrow | See you tomorrow! | See you tomorrow at 2:30 | see you at 2:30
See you at 2:30 pm | See you Wednesday at 2:30PM! | ok see you tomorrow afternoon | Ok, see you tomorrow. Thank you | will see you tomorrow | We'll see you tomorrow | I'll see you then | I will see you tomorrow at 2:30
I'll be there at 2:30 | I'll be there tomorrow | I will be there tomorrow at 2:30 p.m. | We will be there | be there at 2:30 | Be there tomorrow | I plan to be there | I'm planning to be there | I'm going to be there
I am coming tomorrow | Coming tomorrow | Yes coming | Yes I am coming | Yes we are coming | I'll make it | I can make it | I can make that | yes I can be there | Yes ill be there | yes will be there | Yes I'll attend | will attend
attending | I will be attending | That's fine | thats fine | That is perfect | that's good for me | 2:30 works | 2:30 is good | 2:30 is fine | 2:30 is perfect thank you | tomorrow works | Tomorrow is fine
tomorrow at 2:30 works for me | Works great | works | That works great | Works for us | good with me | Good for me | I'm good for tomorrow | I'm good for 2:30 | we are good for tomorrow | Good to go | All set for tomorrow
all set, see you then | We're all set for tomorrow | Sounds good see you then | Sounds good, thank you | Sounds great! See you tomorrow | Looking forward to it | looking good | Great see you | Ok | Ok! | Okay thanks | Ok ty
ok sounds good | ok perfect | Ok will do | ok I'll be there | Okay, I will be there | ok confirmed | Okay confirm | Okay, confirmed. | okie | okey dokey | oki doki | K. | kk | Yup | Yup! See you | yep I'll be there
yeah I'll be there | Yea | Yea will be there | ya I'll be there | Absolutely | absolutely! | definitely | Definitely will be there | For sure | Of course! | Sure | Sure thing | sure will | You bet! | you got it | 10-4 | Copy
copy that | Roger that | Affirmative | Aye | Correct | That's correct | Yes that's correct thank you | Yes sir | Yes mam | Yes ma'am | yes doctor | Yes Dr | Yes thanks | Yes thank u | Yes ty | Yes and thank you
Yes, and thank you for the reminder | Thank you yes | Thank you, I will be there | Thanks, confirmed | Thanks, see you tomorrow | Thank you for the reminder. I'll be there | Thanks for reminding me, see you tomorrow
Thank you for reminding me! Yes | Hi yes | Hi, confirming my appointment for tomorrow | Hello I confirm my appointment | Hello, this is Rosalind, confirming my appointment | Good morning yes I confirm | Good afternoon, confirmed
Yes please confirm | Yes please confirm my appointment | Yes I would like to confirm | I would like to confirm my appointment | I want to confirm my appointment | I'm confirming | I'm confirming for tomorrow
I am confirming my appointment for tomorrow at 2:30 | Please confirm me | Please mark me as confirmed | yes I will be there thank you so much | Yes I will be there. Thank you so much for the reminder! | Yes!! Thank you!! | YES
YES I WILL BE THERE | CONFIRM | Y | y thanks | 👍 | 👍👍👍 | 👌 | ✅ | 👍 see you then | See you then 👍 | Yes 😊 | Yes! 🙂 | Yes ❤️ | ok 👍🏻 | 💯 | Perfect 👍 | Got it | got it thanks | Got it, thank you! | Noted | Noted. Thank you | Understood
Great | Great! | Great, thanks! | Perfect | Perfect, thanks! | Excellent | Awesome | awesome thanks | Cool | Nice, see you | alright | Alright see you then | No problem | np | Still good | still on | still coming
Yes still good for tomorrow | I'm still coming | We're still coming | I am still good for tomorrow | yes I still plan on coming | count me in | I'm in | keep it | Keep my appointment | Yes keep my appointment | Happy to confirm
Yes happy to | Can do | yes it works | Yes, it works for me | yes that time works | Yes that time is fine | Yes that day works | yes works for me | Yes 2:30 works | Yes for 2:30 | Yes at 2:30 | yes 2:30 | Yes, 2:30 tomorrow
Yes Wed 2:30 | yes Wednesday at 2:30 is good | Nov 25 works | Yes November 25 at 2:30 | confirm 11/25 | Yes, 11/25 at 2:30 | Appointment confirmed | I confirm this appointment | I confirm the appointment | I confirm the visit
I confirm attendance | confirm attendance | I accept | accepted | Accept | agree | Agreed | yes agreed | Yes indeed | yes of course | yes absolutely | yes definitely | yes for sure | Yes I do confirm | yes I can confirm
Yes we confirm | We confirm | Yes mine is confirmed | Rosalind confirms | Rosalind will be there tomorrow | She will be there | She'll be there | yes she will be there | yes, she'll be there at 2:30 | See you soon | see u tmrw
c u tmrw | c u then | See ya | cya tomorrow | Ok cya | Si | Sí | sí! | Sí gracias | si muchas gracias | Sí, muchas gracias | si confirmo | Si confirmo gracias | Confirmo | Confirmo mi cita | confirmo cita | Confirmo la cita
confirmo mi cita para mañana | Confirmo para mañana | Confirmada | cita confirmada | Confirmado | si confirmado | Sí, ahí estaré | ahi estare mañana | Ahí estaré mañana a las 2:30 | Ahí nos vemos | Nos vemos mañana
nos vemos mañana a las 2:30 | Hasta mañana | si mañana nos vemos | Mañana nos vemos | mañana ahí estaré | Sí estaré ahí | Si voy a ir | sí asistiré | Si asistire gracias | Claro | claro que si | Claro que sí, ahí estaré
Por supuesto | Perfecto | perfecto gracias | Ok gracias | ok muchas gracias | Okay gracias | Vale | vale gracias | De acuerdo | Está bien | está bien gracias | Esta bien, ahi estaremos | Listo | listo gracias | Excelente
muy bien gracias | Bueno | entendido | Sí señor | si señora | Buenos días sí confirmo | Buenas tardes, confirmo mi cita | Hola, sí confirmo | Hola si | Gracias, ahí estaré | gracias por el recordatorio, ahí estaré
Sí, gracias por recordarme | dios le bendiga, si | Si dios quiere ahi estare | Sí, con gusto | sí claro | si por favor | a las 2:30 está bien | mañana está bien | sí a las 2:30 | si, mañana a las 2:30
`)

/** One reply between two bars. */
function lines(table: string): readonly string[] {
  return table
    .split(/ \| |\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
