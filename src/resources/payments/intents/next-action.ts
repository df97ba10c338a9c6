import { about, nullable, required } from '../../../kernel/base/fields.js';
import { integer, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, sparse } from '../../../kernel/base/members.js';
import { payment_method_type } from '../payment-methods/payment-method.js';

const redirect = object({
  return_url: about('Where the payer returns to afterwards.', nullable(text)),
  url: about('The address that you send the payer to.', text),
});
const link = object({ url: about('The address that you send the payer to.', text) });
const native = object({ native_url: about('The address that opens the app of the wallet.', text) });
/** The URL of a picture, which may hold the whole picture. */
const image = textOf(50_000);

const code = sparse({
  data: about('The content of the QR code.', text),
  expires_at: about('Until when the QR code can be scanned, in Unix seconds.', timestamp),
  image_url_png: about('The QR code as a PNG picture.', image),
  image_url_svg: about('The QR code as an SVG picture.', image),
});
const codeWithWays = nullable(
  sparse({
    hosted_instructions_url: about('A page that shows the payer how to pay.', text),
    mobile_auth_url: about('The address that opens the app on a phone.', text),
    qr_code: about('The QR code for a payer at a computer.', code),
  }),
);
const at_till = sparse({
  confirmation_number: about('The number that the payer gives at the till besides the payment code.', text),
  payment_code: about('The number that the payer gives at the till.', text),
});

/** An account that takes transfers, by Stripe's names: `type` names the member that is filled. */
const account_shown = {
  ...sparse({
    type: about('The type of the account number, which names the member with the account.', required(text)),
    supported_networks: about('The networks by which the account can be paid, such as `sepa` or `ach`.', listOf(text, 10)),
  }),
  schema: { type: 'object', additionalProperties: true },
};

/** Where to transfer what, by Stripe's names. */
const transfer = {
  amount_remaining: about('The amount that is still missing, in minor units of the currency.', nullable(integer())),
  currency: about('The currency of the transfer, a lower-case ISO 4217 code.', text),
  financial_addresses: about('The bank accounts that accept the transfer.', listOf(account_shown, 10)),
  hosted_instructions_url: about('A page that shows the payer where to transfer the amount.', text),
  reference: about('The text that the payer enters as the purpose of the transfer, which links it to the payment.', text),
};

/** What a payer types in beside the page that they are sent to, where the seed names the page alone. */
const beside_the_page = {
  bank_transfer_id_display_details: about(
    'The virtual bank account for a bank transfer in Indonesia, besides the page that shows it.',
    nullable(
      sparse({
        account_holder_name: about('The holder of the bank account that the payer transfers to.', text),
        account_number: about('The number of the bank account that the payer transfers to.', text),
        bank_name: about('The bank of that account.', text),
      }),
    ),
  ),
  boleto_display_details: about(
    'The voucher of a Boleto payment, besides the page that shows it.',
    nullable(sparse({ number: about('The number of the voucher, which the payer enters to pay.', text) })),
  ),
};

/** Steps that the seed does not name, by Stripe's names. */
const steps_of_stripe = {
  blik_authorize: about('The payer must confirm the payment in the app of their bank. There is nothing to show.', nullable(object({}))),
  cashapp_handle_redirect_or_display_qr_code: about(
    'The payer pays in the Cash App: by a link on a phone, by a QR code elsewhere.',
    codeWithWays,
  ),
  display_bank_transfer_instructions: about(
    'Where the payer transfers the amount that their cash balance does not cover.',
    nullable(sparse({ ...transfer, type: about('The type of bank transfer, such as `eu_bank_transfer`.', text) })),
  ),
  konbini_display_details: about(
    'The payer pays at the till of a convenience store in Japan.',
    nullable(
      sparse({
        expires_at: about('Until when the payer can pay, in Unix seconds.', timestamp),
        hosted_voucher_url: about('A page with the numbers for each chain of stores.', text),
        stores: about(
          'The numbers to give at the till, by chain of stores.',
          sparse({
            familymart: about('The numbers for FamilyMart.', at_till),
            lawson: about('The numbers for Lawson.', at_till),
            ministop: about('The numbers for Ministop.', at_till),
            seicomart: about('The numbers for Seicomart.', at_till),
          }),
        ),
      }),
    ),
  ),
  multibanco_display_details: about(
    'The payer pays by Multibanco, at a cash machine or in online banking.',
    nullable(
      sparse({
        entity: about('The entity number that the payer enters.', text),
        expires_at: about('Until when the payer can pay, in Unix seconds.', timestamp),
        hosted_voucher_url: about('A page that shows the entity and the reference.', text),
        reference: about('The reference that the payer enters.', text),
      }),
    ),
  ),
  swish_handle_redirect_or_display_qr_code: about(
    'The payer pays in the Swish app: by a link on a phone, by a QR code elsewhere.',
    codeWithWays,
  ),
  verify_with_microdeposits: about(
    'Small deposits were sent to the bank account of the payer, who proves with them that it is theirs.',
    nullable(
      sparse({
        arrival_date: about('When the deposits arrive, in Unix seconds.', timestamp),
        hosted_verification_url: about('A page on which the payer enters the amounts or the code.', text),
        microdeposit_type: about('What the payer must enter: two `amounts`, or the `descriptor_code` of a single deposit.', text),
      }),
    ),
  ),
} as const;

/** What the payer must do next: `type` names the one member that is filled (seed, next_action). */
export const next_action = about(
  'What the payer must do before the intent can continue; null if nothing. `type` names the member with the details.',
  sparse({
    type: about('The step: the name of the member with its details.', required(text)),
    /** Until when the payer can take it, where that is known. */
    expires_at: about('Until when the payer can take the step, in Unix seconds; absent without a limit.', timestamp),
    /** With what the payer pays, where money is paid now. */
    payment_method_type: about('The type of payment method that asks for the step, if money is paid now.', payment_method_type),
    redirect_to_url: about('The payer must be sent to a page, such as that of their bank, and returns from there.', nullable(redirect)),
    ddc_redirect: about("The payer's browser must open a page of the card issuer that collects data about the device.", nullable(redirect)),
    challenge_redirect: about('The payer must authenticate on a page of the card issuer.', nullable(redirect)),
    alipayplus_handle_redirect: about(
      'The payer pays with a wallet of Alipay+.',
      nullable(
        object({
          return_url: about('Where the payer returns to afterwards.', nullable(text)),
          schemeUrl: about('The address that opens the app by its own scheme.', text),
          applinkUrl: about('The address that opens the app as a link of the web.', text),
          normalUrl: about('The page for a browser without the app.', text),
        }),
      ),
    ),
    alipay_handle_redirect: about(
      'The payer pays with Alipay.',
      nullable(
        object({
          native_data: about('Data that an app passes to the library of Alipay.', nullable(text)),
          native_url: about('The address that opens the Alipay app.', nullable(text)),
          return_url: about('Where the payer returns to afterwards.', nullable(text)),
          url: about('The page for a browser.', text),
        }),
      ),
    ),
    wechat_pay_display_qr_code: about(
      'The payer scans a QR code with WeChat.',
      nullable(
        object({
          data: about('The content of the QR code.', text),
          data_ur: about('The QR code as a data URL.', nullable(image)),
          image_url_png: about('The QR code as a PNG picture.', image),
          image_url_svg: about('The QR code as an SVG picture.', image),
        }),
      ),
    ),
    wechat_pay_redirect_to_android_app: about('The payer pays in WeChat on Android.', nullable(native)),
    wechat_pay_redirect_to_ios_app: about('The payer pays in WeChat on iOS.', nullable(native)),
    wechat_pay_redirect_to_web: about('The payer pays on a page of WeChat.', nullable(link)),
    wechat_pay_official_account_params: about(
      'The payer pays inside WeChat: the parameters of its script for pages of official accounts.',
      nullable(
        object({
          appId: about('The id of the WeChat official account.', text),
          timeStamp: about('The time of the order, in Unix seconds, as text.', text),
          nonceStr: about('A random text that the signature covers.', text),
          signType: about('The algorithm of the signature.', text),
          paySign: about('The signature.', text),
          package: about('The reference of the prepared order.', text),
        }),
      ),
    ),
    truemoney_handle_redirect: about('The payer pays on a page of TrueMoney.', nullable(link)),
    akulaku_handle_redirect: about('The payer pays on a page of Akulaku.', nullable(link)),
    bank_transfer_id_handle_redirect: about('The payer is shown the account for a bank transfer in Indonesia.', nullable(link)),
    promptpay_handle_redirect: about('The payer scans the QR code of PromptPay.', nullable(link)),
    dana_handle_redirect: about('The payer pays on a page of DANA.', nullable(link)),
    shopeepay_handle_redirect: about('The payer pays on a page of ShopeePay.', nullable(link)),
    gcash_handle_redirect: about('The payer pays on a page of GCash.', nullable(link)),
    rabbit_line_pay_handle_redirect: about('The payer pays on a page of Rabbit LINE Pay.', nullable(link)),
    alipay_hk_handle_redirect: about('The payer pays on a page of AlipayHK.', nullable(link)),
    bpi_handle_redirect: about('The payer pays on a page of BPI.', nullable(link)),
    pix_handle_redirect: about(
      'The payer scans or copies the code of a Pix payment.',
      nullable(
        object({
          url: about('A page that shows the code.', text),
          qrcode: about('The code, which the payer can also copy into the app of their bank.', text),
          timeout: about('How many seconds the payer has to pay.', integer()),
        }),
      ),
    ),
    oxxo_handle_redirect: about(
      'The payer pays at the till of an OXXO store.',
      nullable(
        object({
          timeout: about('How many seconds the payer has to pay, as text.', text),
          bar_code: about('The digits of the bar code on the voucher.', text),
          url: about('A page that shows the voucher.', nullable(text)),
        }),
      ),
    ),
    spei_display_details: about('The payer transfers the amount by SPEI.', nullable(sparse(transfer))),
    ...beside_the_page,
    ...steps_of_stripe,
  }),
);

/** A processor makes it for the payer, in shapes of its own: what is missing in it cannot be done. */
export const next_action_for_payer = 'whole';
