"""Sells a subscription with the official Python SDK, and prints the answers."""
import json
import sys
import time
from calendar import timegm

import stripe

stripe.api_base, stripe.api_key = sys.argv[1:3]


def moment(text):
    return timegm(time.strptime(text, "%Y-%m-%d %H:%M"))


def advance(text):
    found = stripe.test_helpers.TestClock.advance(clock.id, frozen_time=moment(text))
    deadline = time.time() + 120
    while found.status == "advancing" and time.time() < deadline:
        time.sleep(0.05)
        found = stripe.test_helpers.TestClock.retrieve(clock.id)
    assert found.status == "ready", found.status


def raw(method, path, **params):
    """Calls an operation that this version has no class for."""
    answer, _ = stripe.api_requestor.APIRequestor().request(method, path, params)
    return answer.data


product = stripe.Product.create(name="Tea")
small, large = [
    stripe.Price.create(product=product.id, currency="usd", unit_amount=amount, recurring={"interval": "month"})
    for amount in (1000, 3000)
]
clock = stripe.test_helpers.TestClock.create(frozen_time=moment("2026-01-01 00:00"))
customer = stripe.Customer.create(
    email="jo@example.com",
    test_clock=clock.id,
    payment_method="pm_card_visa",
    invoice_settings={"default_payment_method": "pm_card_visa"},
)
trial = stripe.Subscription.create(customer=customer.id, items=[{"price": small.id}], trial_period_days=14)
advance("2026-01-15 02:00")
active = stripe.Subscription.retrieve(trial.id, expand=["latest_invoice"])

advance("2026-01-30 12:00")
stripe.Subscription.modify(
    trial.id,
    items=[{"id": trial["items"].data[0].id, "price": large.id}],
    proration_behavior="always_invoice",
)
coupon = stripe.Coupon.create(percent_off=50, duration="once")
stripe.Subscription.modify(trial.id, coupon=coupon.id)
advance("2026-02-15 02:00")
invoices = list(stripe.Invoice.list(customer=customer.id, limit=2).auto_paging_iter())
note = stripe.CreditNote.create(invoice=invoices[0].id, amount=500, refund_amount=500)

meter = raw(
    "post",
    "/v1/billing/meters",
    display_name="Cups",
    event_name="cups",
    default_aggregation={"formula": "sum"},
)
used = raw("post", "/v1/billing/meter_events", event_name="cups", payload={"stripe_customer_id": customer.id, "value": "3"})
try:
    stripe.Subscription.modify(trial.id, items=[{"price": "price_none"}])
except stripe.error.InvalidRequestError as error:
    refused = [error.http_status, error.code, error.param]
canceled = stripe.Subscription.delete(trial.id)

print(
    json.dumps(
        {
            "sdk": stripe.version.VERSION,
            "statuses": [trial.status, active.status, canceled.status],
            "paid": [active.latest_invoice.status, active.latest_invoice.amount_paid],
            "totals": [invoice.total for invoice in invoices],
            "prorations": sorted(line.amount for line in invoices[1].lines.data),
            "note": [note.status, note.amount, stripe.Refund.retrieve(note.refund).status],
            "used": [meter["status"], used["payload"]["value"]],
            "refused": refused,
        }
    )
)
