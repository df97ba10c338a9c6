import pytest
import stripe


def test_a_payment_succeeds():
    intent = stripe.PaymentIntent.create(
        amount=2000, currency="usd", confirm=True, payment_method="pm_card_visa", return_url="https://shop.example/return"
    )
    assert intent.status == "succeeded"


def test_a_declined_card_is_an_error_and_the_sandbox_was_empty():
    assert stripe.PaymentIntent.list().data == []
    with pytest.raises(stripe.error.CardError) as declined:
        stripe.PaymentIntent.create(
            amount=2000,
            currency="usd",
            confirm=True,
            payment_method="pm_card_chargeDeclined",
            return_url="https://shop.example/return",
        )
    assert declined.value.code == "card_declined"
