import type { Language } from '../../pages/paper/languages.js';

/** The kinds of messages to customers. */
export type MailKind = 'invoice' | 'receipt' | 'paid' | 'refunded' | 'failed' | 'action' | 'upcoming' | 'trial';

/** The text of one kind of message; `{business}`, `{number}`, `{amount}` and `{date}` are replaced. */
export type MailText = { readonly subject: string; readonly body: string; readonly button: string };

/** The texts of all messages in one language. */
export type MailWords = Readonly<Record<MailKind, MailText>> & {
  readonly greeting: string;
  /** For a customer without a name. */
  readonly greeting_unnamed: string;
  /** Used in place of the name of a business that has set none. */
  readonly unnamed_business: string;
  readonly questions: string;
};

/** The messages in each language. */
export const mail_words: Readonly<Record<Language, MailWords>> = {
  en: {
    greeting: 'Hello {name},',
    greeting_unnamed: 'Hello,',
    unnamed_business: 'Online shop',
    questions: 'Questions? Write to {email}.',
    invoice: {
      subject: 'Invoice {number} from {business}',
      body: '{business} has sent you invoice {number} for {amount}. It is attached as a PDF.',
      button: 'View and pay',
    },
    receipt: {
      subject: 'Your receipt from {business}',
      body: 'We have received {amount} for invoice {number}. Thank you. The invoice is attached as a PDF.',
      button: 'View invoice',
    },
    paid: {
      subject: 'Your receipt from {business}',
      body: 'We have received {amount}. Thank you.',
      button: 'View receipt',
    },
    refunded: {
      subject: 'Your refund from {business}',
      body: '{business} has refunded {amount} to you. It can take a few days to arrive.',
      button: 'View receipt',
    },
    failed: {
      subject: 'Your payment to {business} failed',
      body: 'We could not collect {amount} for invoice {number}. Please check your payment method or pay another way.',
      button: 'Pay now',
    },
    action: {
      subject: 'Confirm your payment to {business}',
      body: 'Your bank asks you to confirm the payment of {amount} for invoice {number}.',
      button: 'Confirm payment',
    },
    upcoming: {
      subject: 'Your subscription with {business} renews soon',
      body: 'Your subscription renews on {date}. You will then be charged {amount}.',
      button: '',
    },
    trial: {
      subject: 'Your trial with {business} ends soon',
      body: 'Your trial ends on {date}. Your subscription then begins and you will be charged.',
      button: '',
    },
  },
  de: {
    greeting: 'Guten Tag {name},',
    greeting_unnamed: 'Guten Tag,',
    unnamed_business: 'Online-Shop',
    questions: 'Fragen? Schreiben Sie an {email}.',
    invoice: {
      subject: 'Rechnung {number} von {business}',
      body: '{business} hat Ihnen die Rechnung {number} über {amount} geschickt. Sie ist als PDF angehängt.',
      button: 'Ansehen und bezahlen',
    },
    receipt: {
      subject: 'Ihre Zahlungsbestätigung von {business}',
      body: 'Wir haben {amount} für die Rechnung {number} erhalten. Vielen Dank. Die Rechnung ist als PDF angehängt.',
      button: 'Rechnung ansehen',
    },
    paid: {
      subject: 'Ihr Zahlungsbeleg von {business}',
      body: 'Wir haben {amount} erhalten. Vielen Dank.',
      button: 'Beleg ansehen',
    },
    refunded: {
      subject: 'Ihre Erstattung von {business}',
      body: '{business} hat Ihnen {amount} erstattet. Es kann einige Tage dauern, bis der Betrag ankommt.',
      button: 'Beleg ansehen',
    },
    failed: {
      subject: 'Ihre Zahlung an {business} ist fehlgeschlagen',
      body: 'Wir konnten {amount} für die Rechnung {number} nicht einziehen. Bitte prüfen Sie Ihre Zahlungsart oder bezahlen Sie auf andere Weise.',
      button: 'Jetzt bezahlen',
    },
    action: {
      subject: 'Bestätigen Sie Ihre Zahlung an {business}',
      body: 'Ihre Bank möchte, dass Sie die Zahlung von {amount} für die Rechnung {number} bestätigen.',
      button: 'Zahlung bestätigen',
    },
    upcoming: {
      subject: 'Ihr Abonnement bei {business} verlängert sich bald',
      body: 'Ihr Abonnement verlängert sich am {date}. Dann werden {amount} abgebucht.',
      button: '',
    },
    trial: {
      subject: 'Ihr Testzeitraum bei {business} endet bald',
      body: 'Ihr Testzeitraum endet am {date}. Danach beginnt Ihr Abonnement und wird abgerechnet.',
      button: '',
    },
  },
  fr: {
    greeting: 'Bonjour {name},',
    greeting_unnamed: 'Bonjour,',
    unnamed_business: 'Boutique en ligne',
    questions: 'Des questions ? Écrivez à {email}.',
    invoice: {
      subject: 'Facture {number} de {business}',
      body: '{business} vous a envoyé la facture {number} d’un montant de {amount}. Elle est jointe au format PDF.',
      button: 'Voir et payer',
    },
    receipt: {
      subject: 'Votre reçu de {business}',
      body: 'Nous avons reçu {amount} pour la facture {number}. Merci. La facture est jointe au format PDF.',
      button: 'Voir la facture',
    },
    paid: {
      subject: 'Votre reçu de {business}',
      body: 'Nous avons bien reçu {amount}. Merci.',
      button: 'Voir le reçu',
    },
    refunded: {
      subject: 'Votre remboursement de {business}',
      body: '{business} vous a remboursé {amount}. L’argent peut mettre quelques jours à arriver.',
      button: 'Voir le reçu',
    },
    failed: {
      subject: 'Votre paiement à {business} a échoué',
      body: 'Nous n’avons pas pu prélever {amount} pour la facture {number}. Vérifiez votre moyen de paiement ou payez autrement.',
      button: 'Payer maintenant',
    },
    action: {
      subject: 'Confirmez votre paiement à {business}',
      body: 'Votre banque vous demande de confirmer le paiement de {amount} pour la facture {number}.',
      button: 'Confirmer le paiement',
    },
    upcoming: {
      subject: 'Votre abonnement chez {business} sera bientôt renouvelé',
      body: 'Votre abonnement sera renouvelé le {date}. {amount} seront alors prélevés.',
      button: '',
    },
    trial: {
      subject: 'Votre essai chez {business} se termine bientôt',
      body: 'Votre essai se termine le {date}. Votre abonnement commencera ensuite et sera facturé.',
      button: '',
    },
  },
  es: {
    greeting: 'Hola, {name}:',
    greeting_unnamed: 'Hola:',
    unnamed_business: 'Tienda en línea',
    questions: '¿Preguntas? Escriba a {email}.',
    invoice: {
      subject: 'Factura {number} de {business}',
      body: '{business} le ha enviado la factura {number} por {amount}. Va adjunta en PDF.',
      button: 'Ver y pagar',
    },
    receipt: {
      subject: 'Su recibo de {business}',
      body: 'Hemos recibido {amount} por la factura {number}. Gracias. La factura va adjunta en PDF.',
      button: 'Ver la factura',
    },
    paid: {
      subject: 'Su recibo de {business}',
      body: 'Hemos recibido {amount}. Gracias.',
      button: 'Ver el recibo',
    },
    refunded: {
      subject: 'Su reembolso de {business}',
      body: '{business} le ha reembolsado {amount}. El dinero puede tardar unos días en llegar.',
      button: 'Ver el recibo',
    },
    failed: {
      subject: 'Su pago a {business} ha fallado',
      body: 'No hemos podido cobrar {amount} por la factura {number}. Revise su método de pago o pague de otra forma.',
      button: 'Pagar ahora',
    },
    action: {
      subject: 'Confirme su pago a {business}',
      body: 'Su banco le pide que confirme el pago de {amount} por la factura {number}.',
      button: 'Confirmar el pago',
    },
    upcoming: {
      subject: 'Su suscripción a {business} se renueva pronto',
      body: 'Su suscripción se renueva el {date}. Entonces se cobrarán {amount}.',
      button: '',
    },
    trial: {
      subject: 'Su prueba de {business} termina pronto',
      body: 'Su prueba termina el {date}. Después comienza su suscripción y se le cobrará.',
      button: '',
    },
  },
  it: {
    greeting: 'Gentile {name},',
    greeting_unnamed: 'Gentile cliente,',
    unnamed_business: 'Negozio online',
    questions: 'Domande? Scriva a {email}.',
    invoice: {
      subject: 'Fattura {number} di {business}',
      body: '{business} le ha inviato la fattura {number} di {amount}. È allegata in PDF.',
      button: 'Vedi e paga',
    },
    receipt: {
      subject: 'La sua ricevuta di {business}',
      body: 'Abbiamo ricevuto {amount} per la fattura {number}. Grazie. La fattura è allegata in PDF.',
      button: 'Vedi la fattura',
    },
    paid: {
      subject: 'La Sua ricevuta da {business}',
      body: 'Abbiamo ricevuto {amount}. Grazie.',
      button: 'Vedi la ricevuta',
    },
    refunded: {
      subject: 'Il Suo rimborso da {business}',
      body: '{business} Le ha rimborsato {amount}. Possono volerci alcuni giorni prima che l’importo arrivi.',
      button: 'Vedi la ricevuta',
    },
    failed: {
      subject: 'Il pagamento a {business} non è riuscito',
      body: 'Non siamo riusciti a riscuotere {amount} per la fattura {number}. Controlli il metodo di pagamento o paghi in un altro modo.',
      button: 'Paga ora',
    },
    action: {
      subject: 'Confermi il pagamento a {business}',
      body: 'La sua banca chiede di confermare il pagamento di {amount} per la fattura {number}.',
      button: 'Conferma il pagamento',
    },
    upcoming: {
      subject: 'Il suo abbonamento a {business} si rinnova presto',
      body: 'Il suo abbonamento si rinnova il {date}. Verranno addebitati {amount}.',
      button: '',
    },
    trial: {
      subject: 'La sua prova di {business} sta per finire',
      body: 'La sua prova finisce il {date}. Poi inizia l’abbonamento, che le verrà addebitato.',
      button: '',
    },
  },
  nl: {
    greeting: 'Beste {name},',
    greeting_unnamed: 'Beste klant,',
    unnamed_business: 'Webwinkel',
    questions: 'Vragen? Schrijf naar {email}.',
    invoice: {
      subject: 'Factuur {number} van {business}',
      body: '{business} heeft u factuur {number} van {amount} gestuurd. Hij is als PDF bijgevoegd.',
      button: 'Bekijken en betalen',
    },
    receipt: {
      subject: 'Uw betalingsbewijs van {business}',
      body: 'Wij hebben {amount} ontvangen voor factuur {number}. Dank u wel. De factuur is als PDF bijgevoegd.',
      button: 'Factuur bekijken',
    },
    paid: {
      subject: 'Uw betaalbewijs van {business}',
      body: 'We hebben {amount} ontvangen. Dank u wel.',
      button: 'Betaalbewijs bekijken',
    },
    refunded: {
      subject: 'Uw terugbetaling van {business}',
      body: '{business} heeft u {amount} terugbetaald. Het kan enkele dagen duren voordat het bedrag aankomt.',
      button: 'Betaalbewijs bekijken',
    },
    failed: {
      subject: 'Uw betaling aan {business} is mislukt',
      body: 'Wij konden {amount} voor factuur {number} niet innen. Controleer uw betaalmethode of betaal op een andere manier.',
      button: 'Nu betalen',
    },
    action: {
      subject: 'Bevestig uw betaling aan {business}',
      body: 'Uw bank vraagt u de betaling van {amount} voor factuur {number} te bevestigen.',
      button: 'Betaling bevestigen',
    },
    upcoming: {
      subject: 'Uw abonnement bij {business} wordt binnenkort verlengd',
      body: 'Uw abonnement wordt op {date} verlengd. Dan wordt {amount} afgeschreven.',
      button: '',
    },
    trial: {
      subject: 'Uw proefperiode bij {business} loopt binnenkort af',
      body: 'Uw proefperiode eindigt op {date}. Daarna begint uw abonnement en wordt het in rekening gebracht.',
      button: '',
    },
  },
  pt: {
    greeting: 'Olá {name},',
    greeting_unnamed: 'Olá,',
    unnamed_business: 'Loja online',
    questions: 'Dúvidas? Escreva para {email}.',
    invoice: {
      subject: 'Fatura {number} de {business}',
      body: '{business} enviou-lhe a fatura {number} de {amount}. Está anexada em PDF.',
      button: 'Ver e pagar',
    },
    receipt: {
      subject: 'O seu recibo de {business}',
      body: 'Recebemos {amount} pela fatura {number}. Obrigado. A fatura está anexada em PDF.',
      button: 'Ver fatura',
    },
    paid: {
      subject: 'Seu recibo de {business}',
      body: 'Recebemos {amount}. Obrigado.',
      button: 'Ver recibo',
    },
    refunded: {
      subject: 'Seu reembolso de {business}',
      body: '{business} reembolsou {amount} a você. Pode levar alguns dias até o dinheiro chegar.',
      button: 'Ver recibo',
    },
    failed: {
      subject: 'O seu pagamento a {business} falhou',
      body: 'Não conseguimos cobrar {amount} pela fatura {number}. Verifique o seu meio de pagamento ou pague de outra forma.',
      button: 'Pagar agora',
    },
    action: {
      subject: 'Confirme o seu pagamento a {business}',
      body: 'O seu banco pede que confirme o pagamento de {amount} da fatura {number}.',
      button: 'Confirmar pagamento',
    },
    upcoming: {
      subject: 'A sua assinatura de {business} será renovada em breve',
      body: 'A sua assinatura será renovada em {date}. Nessa altura serão cobrados {amount}.',
      button: '',
    },
    trial: {
      subject: 'O seu período de teste de {business} termina em breve',
      body: 'O seu período de teste termina em {date}. Depois a assinatura começa e será cobrada.',
      button: '',
    },
  },
  ja: {
    greeting: '{name} 様',
    greeting_unnamed: 'お客様',
    unnamed_business: 'オンラインショップ',
    questions: 'ご不明な点は {email} までお問い合わせください。',
    invoice: {
      subject: '{business} からの請求書 {number}',
      body: '{business} から請求書 {number}({amount})をお送りします。PDF を添付しています。',
      button: '確認して支払う',
    },
    receipt: {
      subject: '{business} からの領収のお知らせ',
      body: '請求書 {number} のお支払い {amount} を受領しました。ありがとうございます。請求書の PDF を添付しています。',
      button: '請求書を見る',
    },
    paid: {
      subject: '{business} からの領収書',
      body: '{amount} を受領しました。ありがとうございます。',
      button: '領収書を見る',
    },
    refunded: {
      subject: '{business} からの返金',
      body: '{business} が {amount} を返金しました。着金まで数日かかることがあります。',
      button: '領収書を見る',
    },
    failed: {
      subject: '{business} へのお支払いができませんでした',
      body: '請求書 {number} の {amount} を請求できませんでした。お支払い方法をご確認いただくか、別の方法でお支払いください。',
      button: '今すぐ支払う',
    },
    action: {
      subject: '{business} へのお支払いの確認をお願いします',
      body: '請求書 {number} の {amount} のお支払いについて、銀行がご本人の確認を求めています。',
      button: '支払いを確認する',
    },
    upcoming: {
      subject: '{business} のサブスクリプションがまもなく更新されます',
      body: 'サブスクリプションは {date} に更新され、{amount} が請求されます。',
      button: '',
    },
    trial: {
      subject: '{business} のトライアルがまもなく終了します',
      body: 'トライアルは {date} に終了します。その後サブスクリプションが始まり、料金が請求されます。',
      button: '',
    },
  },
  ar: {
    greeting: 'مرحبًا {name}،',
    greeting_unnamed: 'مرحبًا،',
    unnamed_business: 'متجر إلكتروني',
    questions: 'هل لديك أسئلة؟ راسلنا على {email}.',
    invoice: {
      subject: 'الفاتورة {number} من {business}',
      body: 'أرسلت إليك {business} الفاتورة {number} بقيمة {amount}. تجدها مرفقة بصيغة PDF.',
      button: 'عرض ودفع',
    },
    receipt: {
      subject: 'إيصالك من {business}',
      body: 'استلمنا {amount} عن الفاتورة {number}. شكرًا لك. الفاتورة مرفقة بصيغة PDF.',
      button: 'عرض الفاتورة',
    },
    paid: {
      subject: 'إيصالك من {business}',
      body: 'استلمنا {amount}. شكرًا لك.',
      button: 'عرض الإيصال',
    },
    refunded: {
      subject: 'المبلغ المردود من {business}',
      body: 'ردّ لك {business} مبلغ {amount}. قد يستغرق وصوله بضعة أيام.',
      button: 'عرض الإيصال',
    },
    failed: {
      subject: 'تعذّر الدفع إلى {business}',
      body: 'لم نتمكن من تحصيل {amount} عن الفاتورة {number}. يُرجى التحقق من طريقة الدفع أو الدفع بطريقة أخرى.',
      button: 'ادفع الآن',
    },
    action: { subject: 'أكّد دفعتك إلى {business}', body: 'يطلب مصرفك تأكيد دفع {amount} عن الفاتورة {number}.', button: 'تأكيد الدفع' },
    upcoming: { subject: 'سيتجدد اشتراكك في {business} قريبًا', body: 'سيتجدد اشتراكك في {date}، وسيُخصم حينها {amount}.', button: '' },
    trial: {
      subject: 'ستنتهي فترتك التجريبية في {business} قريبًا',
      body: 'تنتهي فترتك التجريبية في {date}. بعدها يبدأ اشتراكك ويُحتسب عليك.',
      button: '',
    },
  },
  th: {
    greeting: 'เรียน {name}',
    greeting_unnamed: 'เรียน ลูกค้า',
    unnamed_business: 'ร้านค้าออนไลน์',
    questions: 'มีคำถาม? เขียนถึง {email}',
    invoice: {
      subject: 'ใบแจ้งหนี้ {number} จาก {business}',
      body: '{business} ส่งใบแจ้งหนี้ {number} จำนวน {amount} ถึงคุณ โดยแนบไฟล์ PDF มาด้วย',
      button: 'ดูและชำระเงิน',
    },
    receipt: {
      subject: 'ใบเสร็จของคุณจาก {business}',
      body: 'เราได้รับ {amount} สำหรับใบแจ้งหนี้ {number} แล้ว ขอบคุณ โดยแนบใบแจ้งหนี้เป็น PDF มาด้วย',
      button: 'ดูใบแจ้งหนี้',
    },
    paid: {
      subject: 'ใบเสร็จรับเงินจาก {business}',
      body: 'เราได้รับเงิน {amount} แล้ว ขอบคุณ',
      button: 'ดูใบเสร็จ',
    },
    refunded: {
      subject: 'การคืนเงินจาก {business}',
      body: '{business} คืนเงิน {amount} ให้คุณแล้ว อาจใช้เวลาหลายวันกว่าเงินจะเข้า',
      button: 'ดูใบเสร็จ',
    },
    failed: {
      subject: 'การชำระเงินให้ {business} ไม่สำเร็จ',
      body: 'เราเรียกเก็บ {amount} สำหรับใบแจ้งหนี้ {number} ไม่ได้ โปรดตรวจสอบวิธีการชำระเงินหรือชำระด้วยวิธีอื่น',
      button: 'ชำระตอนนี้',
    },
    action: {
      subject: 'ยืนยันการชำระเงินให้ {business}',
      body: 'ธนาคารของคุณต้องการให้ยืนยันการชำระ {amount} สำหรับใบแจ้งหนี้ {number}',
      button: 'ยืนยันการชำระเงิน',
    },
    upcoming: {
      subject: 'การสมัครสมาชิกกับ {business} จะต่ออายุเร็ว ๆ นี้',
      body: 'การสมัครสมาชิกของคุณจะต่ออายุวันที่ {date} และจะเรียกเก็บ {amount}',
      button: '',
    },
    trial: {
      subject: 'ช่วงทดลองใช้กับ {business} ใกล้สิ้นสุดแล้ว',
      body: 'ช่วงทดลองใช้ของคุณสิ้นสุดวันที่ {date} หลังจากนั้นการสมัครสมาชิกจะเริ่มและมีการเรียกเก็บเงิน',
      button: '',
    },
  },
};
